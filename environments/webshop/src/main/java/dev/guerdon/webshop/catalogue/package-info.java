/**
 * Products: read, mined, priced, stored, indexed, searched.
 *
 * <p>The official files load as they are; {@code CatalogueGenerator} makes a small catalogue if there are none. Uses no
 * other room.
 */
@NullMarked
package dev.guerdon.webshop.catalogue;

import org.jspecify.annotations.NullMarked;
