/**
 * The report: its content gathered once, then written as HTML or Markdown.
 *
 * <p>Uses {@code prompt}, {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.report;

import org.jspecify.annotations.NullMarked;
