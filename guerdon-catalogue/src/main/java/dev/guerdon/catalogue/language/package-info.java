/**
 * Which language a text is in, by the runs of one to three letters that it has.
 *
 * <p>The profiles are those of the library langdetect, read from its jar; its code is not used. Uses no other room.
 */
@NullMarked
package dev.guerdon.catalogue.language;

import org.jspecify.annotations.NullMarked;
