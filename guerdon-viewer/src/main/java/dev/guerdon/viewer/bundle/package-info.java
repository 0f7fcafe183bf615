/**
 * Pages as files: which file a page is, how pages find each other without a server, and which pages a bundle needs.
 *
 * <p>Uses {@code page}.
 */
@NullMarked
package dev.guerdon.viewer.bundle;

import org.jspecify.annotations.NullMarked;
