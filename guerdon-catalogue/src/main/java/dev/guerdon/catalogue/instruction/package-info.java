/**
 * Whether a response follows the 25 instructions of IFEval, as lm-eval checks them or repaired.
 *
 * <p>Uses {@code budget}, {@code gold}, {@code language}, {@code regex} and {@code sentence}.
 */
@NullMarked
package dev.guerdon.catalogue.instruction;

import org.jspecify.annotations.NullMarked;
