/**
 * Scoring of samples that another program holds in memory: the functions that an engine offers in its own language.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.cluster.rows;

import org.jspecify.annotations.NullMarked;
