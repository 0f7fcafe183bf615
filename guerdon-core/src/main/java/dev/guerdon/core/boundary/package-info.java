/**
 * The one way into code that is not Guerdon's: calls that cannot hurt their caller, and copies of what they gave.
 *
 * <p>Rewards, tools, resources, listeners and plugins are called through here. What comes back is plain values within limits, or a
 * plain description of what went wrong; no object of the user's passes. Uses no other room.
 */
@NullMarked
package dev.guerdon.core.boundary;

import org.jspecify.annotations.NullMarked;
