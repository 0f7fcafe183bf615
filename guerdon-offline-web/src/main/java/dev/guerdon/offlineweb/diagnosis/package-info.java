/**
 * Rules that diagnose research about the weather: data in the wrong time zone, data for the wrong days.
 *
 * <p>They read addresses that an agent called, by the parameters that weather services take. May use the lab's interface for
 * rules, and nothing else of this module. Uses no other room.
 */
@NullMarked
package dev.guerdon.offlineweb.diagnosis;

import org.jspecify.annotations.NullMarked;
