/**
 * A small web that needs no internet, as tasks of the browser environment and as a suite.
 *
 * <p>This package is the module's door. It serves the sites on loopback ({@link dev.guerdon.offlineweb.OfflineWeb}), makes each
 * question a task of the browser, and registers the suite {@code offline-web}, the policies {@code web-researcher} and {@code
 * miniwob-oracle}, and the rules that diagnose what goes wrong with questions about the weather: data in the wrong time zone, data for the
 * wrong days. Those read the addresses that an agent called, by the parameters that weather services take. It stands on the rooms
 * {@code sites} and {@code policy}, neither of which knows it. Uses every room.
 */
@NullMarked
package dev.guerdon.offlineweb;

import org.jspecify.annotations.NullMarked;
