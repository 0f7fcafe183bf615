/**
 * HTML read and written as BrowserGym's parser does, quirks included.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.html;

import org.jspecify.annotations.NullMarked;
