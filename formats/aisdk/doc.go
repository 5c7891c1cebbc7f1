// Package aisdk reads the UI messages of Vercel's AI SDK, as chat applications
// store them.
//
// A message of the model holds the parts of all its steps. Each step is one
// response of the model; the part of a tool is the call and, as its state says,
// the result. So a step's texts, reasoning and calls come first and its results
// after them, in the order in which convertToModelMessages sends them. Steps
// have no ids and are named after their place. A call whose input was still on
// its way is never sent and has no row of a call. The package opens no file,
// refuses no object, and does not follow the addresses of files.
//
// Source: vercel/ai 7.0.77 (ed857f50), packages/ai/src/ui/ui-messages.ts and
// convert-to-model-messages.ts; tool invocations as ai 4 stored them.
package aisdk
