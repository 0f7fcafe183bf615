/**
 * Pages over runs, in a web browser.
 *
 * <p>The door: {@code Viewer} adds its screens to the routes of a server, {@code ViewerBundle} writes them as files, and {@code ReportFile}
 * writes reports. Uses {@code episode}, {@code page} and
 * {@code run}.
 */
@NullMarked
package dev.guerdon.viewer;

import org.jspecify.annotations.NullMarked;
