package project

import "strings"

// v0Edit is the text of an edit's result: as recorded, or, for edits that a
// model made, what upstream makes of the two texts of the file.
func v0Edit(extras node, content string) (string, bool) {
	if extras.get("impl_source").text() == "oh_aci" {
		return content, true
	}
	path := extras.get("path").text()
	if !extras.get("prev_exist").yes() {
		return "[New file " + path + " is created with the provided content.]\n", true
	}
	if c := extras.get("_diff_cache"); c.ok() {
		return strings.TrimRightFunc(c.text(), isSpace) + "\n", true
	}
	before, after := extras.get("old_content"), extras.get("new_content")
	if before.ok() && after.ok() && before.text() == after.text() || !before.ok() && !after.ok() {
		return "(no changes detected. Please make sure your edits change the content of the existing file.)\n", true
	}
	if !before.ok() || !after.ok() {
		return "[Existing file " + path + " is edited with 0 changes.]\n", true
	}
	groups, ok := editGroups(strings.Split(before.text(), "\n"), strings.Split(after.text(), "\n"))
	if !ok {
		return "", false
	}
	return describeEdit(path, groups), true
}
