/**
 * The rule-based rewards of trainers and evaluation harnesses, each after its source and repaired.
 *
 * <p>A name with a prefix ({@code verl:}, {@code trl:}, {@code open_r1:}, {@code inspect:} …) does what that code does, with its
 * defects; the bare name is Guerdon's own. Uses every room.
 */
@NullMarked
package dev.guerdon.catalogue;

import org.jspecify.annotations.NullMarked;
