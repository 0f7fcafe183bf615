/**
 * The test kits that every module of a kind passes.
 *
 * <p>A module depends on the test jar of guerdon-core, extends the kit with a package-private class, supplies what is asked for
 * and inherits the tests.
 */
@NullMarked
package dev.guerdon.core.tck;

import org.jspecify.annotations.NullMarked;
