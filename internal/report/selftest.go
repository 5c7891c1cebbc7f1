package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/traj-dev/traj/internal/selftest"
)

// SelftestText prints what the rules told of planted defects, for people: a row
// for each rule that a defect was planted for, then what was missed, what was
// wrong, and what is too loud.
func SelftestText(w io.Writer, style Style, r *selftest.Result) error {
	var rows [][]string
	none := 0
	for _, x := range r.Rules {
		if x.Planted == 0 && len(x.Wrong) == 0 {
			none++
			continue
		}
		rows = append(rows, []string{x.Verdict(), x.ID, x.Name, strconv.Itoa(x.Planted), strconv.Itoa(x.Told), strconv.Itoa(len(x.Missed)), strconv.Itoa(len(x.Wrong)), strconv.Itoa(x.Spoke)})
	}
	if err := grid(w, style, []string{"", "RULE", "NAME", "PLANTED", "TOLD", "MISSED", "WRONG", "CONTROL"}, rows); err != nil {
		return err
	}
	lines := []string{}
	for _, x := range r.Rules {
		lines = append(lines, named(x.Name+" missed ", x.Missed)...)
		lines = append(lines, named(x.Name+" spoke wrongly on ", x.Wrong)...)
	}
	for _, x := range r.Loud() {
		lines = append(lines, fmt.Sprintf("%s speaks in %d of %d logs as they are: it tells nothing about one of them; a policy can lower it, or turn it off", x.Name, x.Spoke, r.Logs))
	}
	lines = append(lines, leftWords(r)...)
	if none > 0 {
		lines = append(lines, fmt.Sprintf("%s with nothing planted: about other formats and providers, or without a place in these logs (--format json has them)", Count(none, "rule")))
	}
	if len(lines) > 0 && len(rows) > 0 {
		fmt.Fprintln(w)
	}
	for _, l := range lines {
		printWrapped(w, style, "", unplug(l))
	}
	return nil
}

// mostNamed bounds how many places are named of one rule in text.
const mostNamed = 3

func named(lead string, places []string) []string {
	var out []string
	for i, p := range places {
		if i == mostNamed {
			return append(out, fmt.Sprintf("%s%d more", lead, len(places)-i))
		}
		out = append(out, lead+p)
	}
	return out
}

// leftWords say in how many logs nothing was planted, by reason.
func leftWords(r *selftest.Result) []string {
	var out []string
	counts := map[string]int{}
	for _, l := range r.Left {
		if counts[l.Why]++; counts[l.Why] == 1 {
			out = append(out, l.Why)
		}
	}
	for i, why := range out {
		out[i] = fmt.Sprintf("nothing planted in %s: %s", Count(counts[why], "log"), why)
	}
	return out
}

// SelftestSummary is the last line of a self-test.
func SelftestSummary(r *selftest.Result) string {
	planted, kinds, missed, wrong, unsure := 0, 0, 0, 0, 0
	for _, d := range r.Defects {
		planted += d.Planted
		if d.Planted > 0 {
			kinds++
		}
	}
	for _, x := range r.Rules {
		missed, wrong, unsure = missed+len(x.Missed), wrong+len(x.Wrong), unsure+x.Unsure
	}
	told, of := r.Told()
	s := fmt.Sprintf("%d of %d defects planted %s in %s, %d of them sound before: %d of %d rules told theirs, %d missed, %d wrong",
		kinds, len(r.Defects), times(planted), Count(r.Planted, "log"), r.Control, told, of, missed, wrong)
	if unsure > 0 {
		s += fmt.Sprintf("; %d not counted, in logs that are not sound", unsure)
	}
	return s
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// SelftestJSON prints the same for programs.
func SelftestJSON(w io.Writer, r *selftest.Result) error {
	type rule struct {
		Rule    string   `json:"rule"`
		Name    string   `json:"name"`
		Verdict string   `json:"verdict"`
		Defects int      `json:"defects"`
		Planted int      `json:"planted"`
		Told    int      `json:"told"`
		Missed  []string `json:"missed"`
		Wrong   []string `json:"wrong"`
		Unsure  int      `json:"unsure"`
		Spoke   int      `json:"logs_as_they_are"`
	}
	type defect struct {
		Name    string   `json:"name"`
		Doc     string   `json:"doc"`
		Raises  []string `json:"raises"`
		Planted int      `json:"planted"`
	}
	type left struct {
		Log string `json:"log"`
		Why string `json:"why"`
	}
	doc := struct {
		SchemaVersion int      `json:"schema_version"`
		Logs          int      `json:"logs"`
		Sound         int      `json:"sound"`
		Planted       int      `json:"planted"`
		Control       int      `json:"planted_sound"`
		Rules         []rule   `json:"rules"`
		Defects       []defect `json:"defects"`
		Left          []left   `json:"left"`
		Loud          []string `json:"loud"`
	}{1, r.Logs, r.Sound, r.Planted, r.Control, []rule{}, []defect{}, []left{}, []string{}}
	for _, x := range r.Rules {
		doc.Rules = append(doc.Rules, rule{x.ID, x.Name, x.Verdict(), x.Defects, x.Planted, x.Told, append([]string{}, x.Missed...), append([]string{}, x.Wrong...), x.Unsure, x.Spoke})
	}
	for _, d := range r.Defects {
		doc.Defects = append(doc.Defects, defect{d.Name, d.Doc, append([]string{}, d.Raises...), d.Planted})
	}
	for _, l := range r.Left {
		doc.Left = append(doc.Left, left{l.Log, l.Why})
	}
	for _, x := range r.Loud() {
		doc.Loud = append(doc.Loud, x.Name)
	}
	return indented(w, doc)
}
