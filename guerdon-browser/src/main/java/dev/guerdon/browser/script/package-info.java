/**
 * Scripts that run inside pages.
 *
 * <p>They are resources, read once; whoever needs one asks {@code Scripts} by its name. Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.script;

import org.jspecify.annotations.NullMarked;
