/**
 * Scoring of samples that another program holds in memory: the functions that an engine offers in its own language.
 *
 * <p>Uses {@code input} and {@code spi}.
 */
@NullMarked
package dev.guerdon.cli.rows;

import org.jspecify.annotations.NullMarked;
