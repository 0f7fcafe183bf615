/**
 * The machinery between a user's rewards and the front ends.
 *
 * <p>The registry finds rewards, tools, environments and policies; binding turns annotated methods into functions once, so that a
 * call costs no reflection; the scoring engine runs them over batches and streams under deadlines; the resource engine hands out
 * live environments; metrics sum up; and the JSON code reads and writes the plain values that the API speaks of.
 */
@NullMarked
package dev.guerdon.core;

import org.jspecify.annotations.NullMarked;
