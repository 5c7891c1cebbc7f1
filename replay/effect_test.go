package replay

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	table := DefaultEffects()
	for _, c := range []struct {
		line string
		want Effect
	}{
		{"ls -la", Read},
		{"", Read},
		{"# only a comment", Read},
		{"cd /w && git status | head -5", Read},
		{"git push origin main", ExternalWrite},
		{"git -C /w push", ExternalWrite},
		{"git push --dry-run", Read},
		{"cd /w && git add -A && git commit -m 'x && y' && git push", ExternalWrite},
		{"GIT_SSH=x sudo -u me git push", ExternalWrite},
		{"bash -lc 'git push origin HEAD'", ExternalWrite},
		{"echo $(git push)", ExternalWrite},
		{"echo \"a `git push` b\"", ExternalWrite},
		{"echo 'git push'", Read},
		{"echo git push", Read},
		{"cat <<'EOF' > notes.txt\ngit push\nEOF", LocalWrite},
		{"cat <<EOF\n$(git push)\nEOF\nls", EffectUnknown},
		{"bash <<EOF\ngit push\nEOF", EffectUnknown},
		{"cat a > b", LocalWrite},
		{"cat a 2>/dev/null", Read},
		{"ls 2>&1 | grep x", Read},
		{"make", EffectUnknown},
		{"pytest -q", EffectUnknown},
		{"$CMD x", EffectUnknown},
		{"eval ls", EffectUnknown},
		{"python -c 'print(1)'", EffectUnknown},
		{"find . -name '*.py'", Read},
		{"find . -delete", LocalWrite},
		{"find . -exec rm {} \\;", EffectUnknown},
		{"sed -n 1,5p f", Read},
		{"sed -i s/a/b/ f", LocalWrite},
		{"curl https://x.test", Read},
		{"curl -s -XPOST https://x.test", ExternalWrite},
		{"curl -X POST https://x.test", ExternalWrite},
		{"curl --request=DELETE https://x.test", ExternalWrite},
		{"curl -X GET https://x.test", Read},
		{"curl -d a=b https://x.test", ExternalWrite},
		{"curl -o f https://x.test", LocalWrite},
		{"for f in *; do cat $f; done", Read},
		{"for f in *; do git push; done", ExternalWrite},
		{"if true; then npm publish; fi", ExternalWrite},
		{"timeout 60 twine upload dist/*", ExternalWrite},
		{"xargs -n 1 rm < list", LocalWrite},
		{"gh pr view 3", Read},
		{"gh pr create --fill", ExternalWrite},
		{"gh issue edit 3 --add-label bug", ExternalWrite},
		{"ls; make", EffectUnknown},
		{"make; git push", ExternalWrite},
		{"ls 'unclosed", EffectUnknown},
		{"echo $(true $(true $(true $(true $(true $(true $(true $(true $(true $(ls))))))))))", EffectUnknown},
		{"gh api repos/o/r", Read},
		{"gh api repos/o/r/issues -f title=x", ExternalWrite},
		{"sed -i.orig s/a/b/ f", LocalWrite},
		{"git remote -v", Read},
		{"git remote add x y", LocalWrite},
		{"kubectl apply -f x.yaml", ExternalWrite},
		{"jq . f", Read},
	} {
		args, _ := json.Marshal(map[string]string{"command": c.line})
		if got := table.Judge("terminal", string(args)); got.Effect != c.want {
			t.Errorf("%q: %s, want %s", c.line, got.Effect, c.want)
		}
	}
}

func TestTools(t *testing.T) {
	table := DefaultEffects()
	for _, c := range []struct {
		tool, args string
		want       Effect
	}{
		{"file_editor", `{"command":"view","path":"/a"}`, Read},
		{"file_editor", `{"command":"create","path":"/a"}`, LocalWrite},
		{"file_editor", `{"command":"other"}`, EffectUnknown},
		{"terminal", `{"command":"y","is_input":true}`, EffectUnknown},
		{"terminal", `{"command":"ls","is_input":false}`, Read},
		{"terminal", `not json`, EffectUnknown},
		{"create_issue", `{}`, ExternalWrite},
		{"slack_send_message", `{}`, ExternalWrite},
		{"anything_else", `{}`, EffectUnknown},
	} {
		if got := table.Judge(c.tool, c.args); got.Effect != c.want {
			t.Errorf("%s %s: %s, want %s", c.tool, c.args, got.Effect, c.want)
		}
	}
}

// TestOwnEffects: a user's line comes before the built-in ones, and a line that
// cannot be read is named.
func TestOwnEffects(t *testing.T) {
	own, err := ReadEffects(strings.NewReader("# ours\nread run make lint ? was {1} run?\nexternal-write tool deploy_* env=prod\n"))
	if err != nil {
		t.Fatal(err)
	}
	if j := own.Judge("terminal", `{"command":"make lint"}`); j.Effect != Read || j.Ask != "was lint run?" {
		t.Errorf("%+v", j)
	}
	if j := own.Judge("deploy_app", `{"env":"prod"}`); j.Effect != ExternalWrite {
		t.Errorf("%+v", j)
	}
	for _, bad := range []string{"\nreads tool x", "\nread x y", "\nread tool", "\nread tool x y", "\nshell a", "\nvalues a", "\nwraps a b"} {
		if _, err := ReadEffects(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzShell: no line makes the reader fail or go on forever, and no word of a
// git push is lost where it stands alone.
func FuzzShell(f *testing.F) {
	for _, s := range []string{"a | b", "$(a `b`)", "cat <<X\nX", "a \"$(b 'c')\" > d", "<(a) >(b)", "a &>b &", "\\", "'", "\""} {
		f.Add(s)
	}
	table := DefaultEffects()
	f.Fuzz(func(t *testing.T, s string) {
		args, _ := json.Marshal(map[string]string{"command": s + "\n"})
		table.Judge("terminal", string(args))
		n := len(parseShell(s))
		if m := len(parseShell("true; " + s)); m < n {
			t.Errorf("%d commands, and %d with one more before them", n, m)
		}
	})
}
