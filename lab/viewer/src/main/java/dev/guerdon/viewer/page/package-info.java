/**
 * What every page is made of: its address, its links, its frame, its answer, its drawings, and the style and scripts that it loads.
 *
 * <p>A screen is a function from an address to an answer, so that pages can be served, and written into a bundle. Uses no other room.
 */
@NullMarked
package dev.guerdon.viewer.page;

import org.jspecify.annotations.NullMarked;
