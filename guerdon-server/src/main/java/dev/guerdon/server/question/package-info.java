/**
 * Questions as an environment: a row of a dataset is asked, one answer is given, and a reward of the server scores it.
 *
 * <p>So every protocol for environments can serve rewards with a dataset. Uses no other room.
 */
@NullMarked
package dev.guerdon.server.question;

import org.jspecify.annotations.NullMarked;
