// Package gemini reads the chat recordings of Gemini CLI and contents of the
// Gemini API.
//
// A recording is a file of lines that are replayed: a message that stands there
// again with its id takes the place of the one before, $rewindTo takes the
// newest messages back, and $set with messages puts others in the place of all.
// Of a message that is written again only what is new becomes rows: its calls
// and their results. The recordings of earlier versions are one document.
// Contents are histories of the API: arrays, requests, and the checkpoints that
// Gemini CLI saves of them.
//
// The package does not say what a model is sent, opens no other file, and
// refuses nothing.
//
// Source: google-gemini/gemini-cli at 5411f11,
// packages/core/src/services/chatRecordingTypes.ts, chatRecordingService.ts and
// core/logger.ts.
package gemini
