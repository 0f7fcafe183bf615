/**
 * Lines in and lines out: blocks of a stream, samples from JSON, results as JSON.
 *
 * <p>The hot path of {@code guerdon score}; everything here works on bytes. Uses no other room.
 */
@NullMarked
package dev.guerdon.core.lines;

import org.jspecify.annotations.NullMarked;
