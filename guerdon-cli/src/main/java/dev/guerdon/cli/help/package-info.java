/**
 * Commands about the commands: help, manual pages, shell completion.
 *
 * <p>Everything here is made from the same descriptions that {@code --help} prints. Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.help;

import org.jspecify.annotations.NullMarked;
