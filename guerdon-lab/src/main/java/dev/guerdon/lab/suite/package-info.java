/**
 * Suites from their files, and tasks from theirs.
 *
 * <p>{@code Definition} reads the YAML of a suite, {@code Dataset} the rows of its data. Uses {@code spi} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab.suite;

import org.jspecify.annotations.NullMarked;
