/**
 * A rule-based stand-in for a model on MiniWoB's simple tasks. It reads the goal and the text of the page, as a model would, and
 * knows nothing of what the page's scripts expect.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.browser.oracle;

import org.jspecify.annotations.NullMarked;
