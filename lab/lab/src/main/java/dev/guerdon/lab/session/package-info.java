/**
 * The sessions in which the reward decides what is kept: plans and the files that keep a session, how the chance of error is spent over
 * changes, the trial of one change beside the champion, and the confirmation at the end.
 *
 * <p>{@code guerdon iterate} tries changes that a plan lists, also those of other commits. {@code guerdon improve} lets proposers make them:
 * what may change, the candidates, and the loop that tries, tests, keeps and commits. Uses {@code compare}, {@code spi}, {@code suite}
 * and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.session;

import org.jspecify.annotations.NullMarked;
