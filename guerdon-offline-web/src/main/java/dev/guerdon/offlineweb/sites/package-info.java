/**
 * The sites of the offline web, and the data behind them.
 *
 * <p>Weather, homes, businesses, goods, counts, ferries and two journals: everything is drawn from fixed keys, so that the web
 * is the same everywhere and for ever. A {@link dev.guerdon.offlineweb.sites.Site} turns a request into HTML or JSON; it knows
 * neither the server it is behind nor the questions that are asked about it. Uses no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.sites;

import org.jspecify.annotations.NullMarked;
