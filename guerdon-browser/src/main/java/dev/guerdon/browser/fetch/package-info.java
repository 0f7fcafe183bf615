/**
 * Fetching for agents, checked against the rules of the web before every connection.
 *
 * <p>Uses {@code traffic}.
 */
@NullMarked
package dev.guerdon.browser.fetch;

import org.jspecify.annotations.NullMarked;
