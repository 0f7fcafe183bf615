/**
 * A small web that needs no internet, as tasks of the browser environment and as a suite.
 *
 * <p>This package is the module's door. It serves the sites on loopback ({@link dev.guerdon.offlineweb.OfflineWeb}), makes each
 * question a task of the browser, and registers the suite {@code offline-web}, the policy {@code web-researcher} and the rules
 * that diagnose what goes wrong with questions about the weather. It stands on the rooms {@code sites}, {@code questions}, {@code family}, {@code reader},
 * {@code researcher} and {@code diagnosis}, none of which knows it. Uses every room.
 */
@NullMarked
package dev.guerdon.offlineweb;

import org.jspecify.annotations.NullMarked;
