/**
 * Suites from their files, and tasks from theirs.
 *
 * <p>Uses {@code spi} and {@code yaml}.
 */
@NullMarked
package dev.guerdon.lab.suite;

import org.jspecify.annotations.NullMarked;
