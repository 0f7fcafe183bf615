/**
 * Scripts that run inside pages.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.script;

import org.jspecify.annotations.NullMarked;
