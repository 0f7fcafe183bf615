package dev.guerdon.browser.proxy;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.fetch.WebRules;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of one episode to the web.
 *
 * @param rules what may be reached, asked for at each connection; null for everything
 * @param upstream a proxy of the user's own, behind the rules; null for none
 */
@Internal
public record Way(@Nullable Supplier<WebRules> rules, @Nullable Upstream upstream) {}
