/**
 * What every command shares towards the terminal: exit codes, tables, progress, logs, interrupts.
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.cli.terminal;

import org.jspecify.annotations.NullMarked;
