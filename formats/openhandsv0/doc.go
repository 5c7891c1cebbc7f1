// Package openhandsv0 reads the events of OpenHands V0 (CodeActAgent): one JSON
// object per event, an action or an observation, as its event store, its
// exports and its evaluations write them.
//
// It knows the forms that an event takes (with args and extras, flattened, as a
// bare data class, and the frames of a recorded websocket) and gives each its
// neutral row. It lists what upstream's own loader would raise on: an unknown
// type, a required field that is missing, a condensation that contradicts
// itself. It opens no file, never looks into pickles, and refuses nothing
// itself: every object becomes a row.
//
// The text of a model response is recorded on each of its calls and results;
// whether the copies agree is not checked.
//
// Source of all names: All-Hands-AI/OpenHands at 156d0686 (2025-11-28),
// openhands/events, and earlier releases back to 0.6.
package openhandsv0
