/**
 * A rule-based stand-in for a model that does web research.
 *
 * <p>It sees what a model sees, the text of the conversation, and answers as a model does, with {@code ACTION} and {@code
 * PARAMS} lines. That text is all it shares with the agent {@code web-research}: neither knows the other's classes. It knows
 * neither the sites nor the questions, so that it cannot cheat. May use Guerdon's interfaces and JSON, nothing else of this
 * module. Uses no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.researcher;

import org.jspecify.annotations.NullMarked;
