package project

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of texts, in characters.
// Source: OpenHands/software-agent-sdk v1.43.1, sdk/utils/truncate.py and
// tools/terminal/constants.py.
const (
	toolTextLimit     = 50_000
	terminalTextLimit = 30_000
)

const errorHeader = "[An error occurred during execution.]\n"

// observation is what the model is shown of a tool's result. Tools that do not
// show their content as it is are listed; all others are alike.
// Source: OpenHands/software-agent-sdk v1.43.1, to_llm_content of the classes.
func (n node) observation() []Part {
	switch n.get("kind").text() {
	case "TerminalObservation", "ExecuteBashObservation":
		return append(n.errorHeader(), textPart(truncate(n.terminalText(), terminalTextLimit, n.savedAs("terminal"))))
	case "BrowserObservation":
		return append(n.errorHeader(), n.browserParts()...)
	case "TaskObservation":
		info := "Task ID: " + n.get("task_id").text() + "\nSubagent: " + n.get("subagent").text() + "\nStatus: " + n.get("status").text()
		return append(append([]Part{textPart(info)}, n.errorHeader()...), n.get("content").parts()...)
	case "ConsultTomObservation":
		return []Part{textPart(n.guidance())}
	case "SleeptimeComputeObservation":
		return []Part{textPart(n.sleeptime())}
	}
	return append(n.errorHeader(), n.get("content").parts()...)
}

func (n node) errorHeader() []Part {
	if n.get("is_error").yes() {
		return []Part{textPart(errorHeader)}
	}
	return []Part{}
}

// joined is the text of a result's content, without images.
func (n node) joined() string { return n.d.join(n.contentTexts(nil)...) }

func (n node) contentTexts(dst []string) []string {
	for _, p := range n.get("content").parts() {
		dst = append(dst, p.Text)
	}
	return dst
}

func (n node) terminalText() string {
	m := n.get("metadata")
	texts := n.contentTexts(append(make([]string, 0, 12), m.get("prefix").text()))
	return n.d.join(n.terminalFrame(append(texts, m.get("suffix").text()))...)
}

// terminalFrame adds to texts what the terminal said beside them.
func (n node) terminalFrame(texts []string) []string {
	m := n.get("metadata")
	if dir := m.get("working_dir").text(); dir != "" {
		texts = append(texts, "\n[Current working directory: ", dir, "]")
	}
	if py := m.get("py_interpreter_path").text(); py != "" {
		texts = append(texts, "\n[Python interpreter: ", py, "]")
	}
	if code := m.get("exit_code").integer("-1"); code != "-1" {
		texts = append(texts, "\n[Command finished with exit code ", code, "]")
	}
	return texts
}

func (n node) browserParts() []Part {
	var out []Part
	if s := n.joined(); s != "" {
		out = append(out, textPart(truncate(s, toolTextLimit, n.savedAs("browser"))))
	}
	shot := n.get("screenshot_data").text()
	if shot == "" {
		return out
	}
	mime := imageType(shot)
	if dir := n.get("full_output_save_dir").text(); dir != "" && decodesBase64(shot) {
		ext := strings.TrimPrefix(mime, "image/")
		if ext == "jpeg" {
			ext = "jpg"
		}
		if path := savedIn(dir, "browser_screenshot_"+shortHash(shot)+"."+ext); path != "" {
			out = append(out, textPart("Screenshot saved to: "+path))
		}
	}
	return append(out, Part{Image: true, URLs: []string{"data:" + mime + ";base64," + shot}})
}

// imageType tells an image by how its base64 begins.
func imageType(data string) string {
	for _, p := range [...]struct{ prefix, mime string }{
		{"/9j/", "image/jpeg"}, {"iVBORw0KGgo", "image/png"}, {"R0lGODlh", "image/gif"}, {"UklGR", "image/webp"},
	} {
		if strings.HasPrefix(data, p.prefix) {
			return p.mime
		}
	}
	return "image/png"
}

// decodesBase64 reports whether Python's decoder, which passes over characters
// that are not base64, takes data.
func decodesBase64(data string) bool {
	quad, pads := 0, 0
	for i := range len(data) {
		switch c := data[i]; {
		case c >= 0x80:
			return false
		case c == '=':
			if quad >= 2 {
				if pads++; quad+pads >= 4 {
					return asciiOnly(data[i:])
				}
			}
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '+', c == '/':
			pads, quad = 0, (quad+1)%4
		}
	}
	return quad == 0
}

func asciiOnly(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func (n node) guidance() string {
	s := n.get("suggestions").text()
	if s == "" {
		return "Tom agent did not provide suggestions."
	}
	s = "Tom agent's guidance:\n" + s
	if why := n.get("reasoning").text(); why != "" {
		s += "\n\nReasoning: " + why
	}
	if f, ok := n.get("confidence").float(); ok {
		s += "\n\nConfidence: " + percent(f)
	}
	return s
}

func percent(f float64) string {
	switch f *= 100; {
	case math.IsNaN(f):
		return "nan%"
	case math.IsInf(f, 1):
		return "inf%"
	case math.IsInf(f, -1):
		return "-inf%"
	}
	return strconv.FormatFloat(f, 'f', 0, 64) + "%"
}

func (n node) sleeptime() string {
	count := n.get("sessions_processed").integer("0")
	if count != "0" && !strings.HasPrefix(count, "-") {
		return "Successfully indexed " + count + " conversation(s) for user modeling.\n" + n.get("message").text()
	}
	return "Sleeptime compute completed.\n" + n.get("message").text()
}

// savedAs gives the name of the file in which upstream keeps a text that it
// cuts, "" where it fails to write that; nil when the record names no folder for
// it. traj writes no such file.
func (n node) savedAs(tool string) func(text string) string {
	dir := n.get("full_output_save_dir").text()
	if dir == "" {
		return nil
	}
	return func(text string) string { return savedIn(dir, tool+"_output_"+shortHash(text)+".txt") }
}

// savedIn is the path of a file in a folder, "" where no system takes such a path.
func savedIn(dir, name string) string {
	if path := joinPath(dir, name); possiblePath(path) {
		return path
	}
	return ""
}

// Limits of Linux, in bytes.
const (
	pathLimit = 4095
	nameLimit = 255
)

func possiblePath(path string) bool {
	if strings.IndexByte(path, 0) >= 0 || len(path) > pathLimit {
		return false
	}
	for name := range strings.SplitSeq(path, "/") {
		if len(name) > nameLimit {
			return false
		}
	}
	return true
}

// unsaved reports whether upstream raises because it cannot make the folder for
// the whole text of what it cuts.
func (n node) unsaved() bool {
	dir := n.get("full_output_save_dir").text()
	if dir == "" || possiblePath(strings.TrimSuffix(joinPath(dir, ""), "/")) {
		return false
	}
	switch n.get("kind").text() {
	case "TerminalObservation", "ExecuteBashObservation":
		return utf8.RuneCountInString(n.terminalText()) > terminalTextLimit
	case "BrowserObservation":
		return utf8.RuneCountInString(n.joined()) > toolTextLimit
	}
	return false
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:4])
}

// joinPath joins as Python's pathlib does: empty and "." parts go, ".." stays,
// and exactly two slashes at the start stay two.
func joinPath(dir, name string) string {
	root := ""
	switch rest := strings.TrimLeft(dir, "/"); len(dir) - len(rest) {
	case 0:
	case 2:
		root = "//"
	default:
		root = "/"
	}
	var parts []string
	for _, p := range strings.Split(dir, "/") {
		if p != "" && p != "." {
			parts = append(parts, p)
		}
	}
	return root + strings.Join(append(parts, name), "/")
}
