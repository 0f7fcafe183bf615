/**
 * What commands are given: files of samples, the user's own code, the folder of runs.
 *
 * <p>Uses {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.input;

import org.jspecify.annotations.NullMarked;
