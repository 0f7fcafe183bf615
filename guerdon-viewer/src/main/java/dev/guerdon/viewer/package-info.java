/**
 * Pages over runs, in a web browser.
 *
 * <p>The door: {@code Viewer} adds its screens to the routes of a server. Uses {@code asset}, {@code page} and {@code runs}.
 */
@NullMarked
package dev.guerdon.viewer;

import org.jspecify.annotations.NullMarked;
