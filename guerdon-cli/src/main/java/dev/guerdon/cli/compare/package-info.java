/**
 * Commands about differences: compare, rescore, diagnose, report.
 *
 * <p>Uses {@code input}, {@code run} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.compare;

import org.jspecify.annotations.NullMarked;
