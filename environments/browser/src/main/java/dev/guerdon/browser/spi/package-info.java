/**
 * Browser tasks, actions and text views, for those who bring their own or choose among them.
 *
 * <p>{@code BrowserTask} and {@code BrowserTaskSource} are implemented by modules that bring tasks, {@code CustomAction} by those that bring
 * actions; {@code Call} is an action read from a model's text; {@code AxTreeOptions} says how a page is told. Uses no other
 * room.
 */
@NullMarked
package dev.guerdon.browser.spi;

import org.jspecify.annotations.NullMarked;
