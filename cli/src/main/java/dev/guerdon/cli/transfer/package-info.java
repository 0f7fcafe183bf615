/**
 * Runs to and from the formats of other tools: {@code guerdon export} and {@code guerdon import}.
 *
 * <p>What others wrote is only read, and within bounds: no class of it is loaded, no name in it becomes a path. Uses {@code input} and
 * {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.transfer;

import org.jspecify.annotations.NullMarked;
