// Package langgraph reads the states of LangGraph threads and the checkpoints
// they are made of, and messages in the forms in which LangChain writes them.
//
// A state holds the whole list of messages. Of several states of one thread,
// in the order in which they were made or the newest first, each message is a
// row once: a state that no longer has what the one before had takes it out of
// sight, and one that says something else under an id that is known updates it.
// The package reads no other channel than that of the messages, decodes no
// checkpoint that is not JSON, and refuses nothing.
//
// Source: langchain-ai/langgraph at f09cfe8, libs/langgraph/langgraph/types.py
// (StateSnapshot), graph/message.py (add_messages), libs/checkpoint
// (Checkpoint), libs/sdk-py (ThreadState); langchain-core messages/base.py and
// utils.py (messages_to_dict, dumpd).
package langgraph
