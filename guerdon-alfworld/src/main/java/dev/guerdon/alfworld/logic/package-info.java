/**
 * Facts, formulas and actions of a planning domain, and their reader.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.alfworld.logic;

import org.jspecify.annotations.NullMarked;
