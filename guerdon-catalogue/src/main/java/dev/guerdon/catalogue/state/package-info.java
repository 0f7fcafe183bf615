/**
 * The state that an agent leaves behind: a database as JSON, hashed as tau-bench does or compared by value.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.state;

import org.jspecify.annotations.NullMarked;
