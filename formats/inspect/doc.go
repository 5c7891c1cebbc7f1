// Package inspect reads the samples of Inspect's logs: of the JSON form, of the
// members of an .eval archive, and of samples that an archive holds in chunks.
// Each sample is a log.
//
// The messages of a sample are its conversation; its events tell beside them
// when the model and the tools were at work; they stand among the messages so
// that what precedes a model event is what the model was sent. A call that only the events know,
// as that of a sub-agent, and a result that only they know, is a row of its own
// that no prompt of the sample holds. A sample that ended before its messages
// were stored is read from the prompts and the outputs of its model events.
// Attachments stay references. The package follows no reference out of a log,
// and computes no scores.
//
// Source of names: UKGovernmentBEIS/inspect_ai 0.3.2xx (src/inspect_ai/log,
// src/inspect_ai/event, log/_recorders/chunked/format.py).
package inspect
