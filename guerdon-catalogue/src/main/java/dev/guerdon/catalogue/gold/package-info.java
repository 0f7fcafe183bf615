/**
 * What the task says is right, read from the field that has it.
 *
 * <p>A fault here is the task's: the sample is unscored, never 0. Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.gold;

import org.jspecify.annotations.NullMarked;
