/**
 * What a report says: gathered once as a {@code ReportDocument}, and written as Markdown. The viewer makes a page of it.
 *
 * <p>Uses {@code compare}, {@code run}, {@code spi} and {@code text}.
 */
@NullMarked
package dev.guerdon.lab.report;

import org.jspecify.annotations.NullMarked;
