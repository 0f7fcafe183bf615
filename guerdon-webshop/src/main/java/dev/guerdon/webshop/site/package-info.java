/**
 * The shop as web pages, in the original's text and in AgentFly's dialect.
 *
 * <p>Uses {@code catalogue}, {@code goal} and {@code shop}.
 */
@NullMarked
package dev.guerdon.webshop.site;

import org.jspecify.annotations.NullMarked;
