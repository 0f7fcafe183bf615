/**
 * How secrets are recognised: known keys by their values, others by the names before them and by how they look.
 *
 * <p>Nothing here knows which keys there are or who asks. Each class reads a text once, with a bounded look around each
 * place. Uses no other room.
 */
@NullMarked
package dev.guerdon.core.secret;

import org.jspecify.annotations.NullMarked;
