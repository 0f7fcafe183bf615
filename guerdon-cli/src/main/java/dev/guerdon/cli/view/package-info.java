/**
 * The command that shows runs in a web browser: view.
 *
 * <p>Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.view;

import org.jspecify.annotations.NullMarked;
