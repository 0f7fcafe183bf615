/**
 * Products: read, mined, priced, stored, indexed, searched.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.webshop.catalogue;

import org.jspecify.annotations.NullMarked;
