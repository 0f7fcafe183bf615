/**
 * Pages over runs, in a web browser.
 *
 * <p>The door: {@code Viewer} adds its screens to the routes of a server, and {@code Bundle} writes them as files. Uses {@code asset},
 * {@code bundle}, {@code compare}, {@code data}, {@code diagnosis}, {@code episode}, {@code live}, {@code page}, {@code playground},
 * {@code run}, {@code runs}, {@code session} and {@code trace}.
 */
@NullMarked
package dev.guerdon.viewer;

import org.jspecify.annotations.NullMarked;
