/**
 * WebShop in the JVM: the shop, its search, its pages and its reward.
 *
 * <p>{@link dev.guerdon.webshop.Shop} holds what all shoppers share: the products, the Lucene index, the goals and the nouns of the
 * titles. {@link dev.guerdon.webshop.WebshopEnvironment} is one shopper of the text environment, {@code ShopBrowser} one of AgentFly's dialect, whose pages {@code ShopSite} also serves to real
 * browsers. Data comes from the official files, or from a small generated catalogue where there are none.
 */
@NullMarked
package dev.guerdon.webshop;

import org.jspecify.annotations.NullMarked;
