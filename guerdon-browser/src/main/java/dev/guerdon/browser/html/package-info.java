/**
 * HTML read and written as BrowserGym's parser does, quirks included.
 *
 * <p>{@code HtmlReader} makes a {@code Soup}, {@code Html4} knows which tags end which. Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.html;

import org.jspecify.annotations.NullMarked;
