/**
 * Large runs that look like real ones, and a process that serves and asks for pages over them, with the memory that {@code guerdon view}
 * has.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.benchmarks.view;

import org.jspecify.annotations.NullMarked;
