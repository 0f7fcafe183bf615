/**
 * The classes that the build makes of the templates in {@code src/main/jte}; each escapes every text for the place where it stands.
 *
 * <p>Nothing is written here by hand. Uses no other room.
 */
@NullMarked
package dev.guerdon.viewer.template;

import org.jspecify.annotations.NullMarked;
