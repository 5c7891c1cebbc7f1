// Package notation reads event logs written down in a test, one event per line,
// into an event.Log, without any format reader. It checks the spelling of the
// notation and nothing else: a log that makes no sense parses.
//
// # Lines
//
// A line is empty, a comment that starts with #, an event or a directive. A
// trailing "// want RULE …" lists what is expected of this line. Words are
// separated by white space; a value with spaces or non-printing characters is
// a Go string: text="two words".
//
//	conv shape=directory id=c1
//	state status=running head=a2
//	sys s1
//	msg m1 ^
//	act a1 ^ resp=r1 call=c1 tool=bash
//	act a2 ^=a1 resp=r1 call=c2 tool=bash notexec  // want action-orphan
//	obs o1 ^ of=a1
//	file idx=5 id=m2 damage=empty  // want record-empty:error
//
// # Events
//
// WORD ID [parent] [key=value …] [flag …]. The words and the kinds they make,
// each with the type, source and role of OpenHands V1:
//
//	sys    system               act   action                 pause  pause (PauseEvent)
//	msg    message of the user  obs   result                 intr   pause (InterruptEvent)
//	bot    message of the model err   error                  hook   hook
//	env    message of framework rej   reject                 stream stream
//	state  state (update)       cond  condensation           card   tool_card
//	fail   state (error event)  creq  condensation_request   log    log
//	                                                         other  other
//
// An ID of "-" is null. Parents: nothing leaves the parent unset; ^ names the
// newest event above that is no state update; ^=ID names that id, known or
// not ("" too); ^/ marks an explicit root.
//
// Keys: resp call action tool intent wirecall wiretool label key (the same as label)
// value type source role time syn of forgets at calls grants args text in out cost
// refuse secret, and for logs that keep events in files idx fid file damage.
// A value of - is null. What is not given is null, except that
//   - an action has resp=resp-ID call=call-ID tool=bash and is executable,
//     and wirecall and wiretool follow call and tool;
//   - of=A makes a result of action A: its call and tool, and but for err its
//     action, are taken from A's line above;
//   - forgets=a,b lists the events a condensation drops; at=N is its summary's
//     offset;
//   - refuse="path: reason" is a refusal, secret="path: kind" a secret; both may
//     stand several times;
//   - calls=a,b are all calls of an action's response;
//   - grants=a,b are the tools of a system prompt or the skills of a message;
//   - damage=REASON, several by commas, is damage inside the record.
//
// Flags: thinking thought reasoning notexec exec failed badargs summary finish
// empty blocked made, and every other name Flags lists.
//
// # Directives
//
//	conv   name= id= format= shape=   the log itself
//	state  status= head= empty= id= dir= last= agent= blocked= blockedmsg=
//	       problem= refuse= tools= skills= policy= analyzer= condenser=
//	       keepfirst= iterations= native= usageof= inflight= prompt= keys= secret=
//	       usage= and after it cost= costsum= in= insum= out= outsum= responses=
//	                                  the snapshot (its first word has a "=", or there is none)
//	meta   id= fork= policy= iterations= generation= expires= owner=
//	                                  a server's record beside the events, and its lease
//	file   idx= id= name= role= damage= size=   a file that yields no event;
//	       differs= dead=             where a file of copies is not what it copies
//	damage REASON [tail] [inside]     a damaged span of a stream, at this place
//	claim  KIND field= text= says= found= least   what the log says of itself;
//	                                  a prompt is that of the event above
//	ref    target= next found path    another log, that the event above names
//	hint   atleast= below= why=       what tells the upstream version
//
// A log with a state has the shape directory, another one stream, unless conv
// says otherwise. In a directory each event is a file, numbered upwards from 0
// or from the last idx=, named by its id or by fid=; fid=- gives a name that
// the reader does not take, with index -1. In a stream each event is a line.
package notation
