/**
 * The loop that improves an agent by itself: the plan, the candidates, what is tried on which tasks, and what is kept.
 *
 * <p>A {@code Session} is a function of its plan and its {@code Journal}: what was killed goes on by reading the journal. Uses {@code iterate},
 * {@code prompt}, {@code report}, {@code spi}, {@code stats}, {@code text} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab.improve;

import org.jspecify.annotations.NullMarked;
