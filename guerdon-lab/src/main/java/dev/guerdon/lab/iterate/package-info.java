/**
 * Candidate changes tried one by one: the plan, the trial, the session that can go on.
 *
 * <p>Uses {@code spi}, {@code stats}, {@code text} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab.iterate;

import org.jspecify.annotations.NullMarked;
