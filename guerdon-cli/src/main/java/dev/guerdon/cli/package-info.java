/**
 * The {@code guerdon} command.
 *
 * <p>One class per command, each a thin front end: it reads its options, asks the modules below to do the work, and prints. Data
 * goes to standard output, everything else to standard error. {@link dev.guerdon.cli.Main} starts the command and turns what
 * went wrong into a sentence and an exit code.
 */
@NullMarked
package dev.guerdon.cli;

import org.jspecify.annotations.NullMarked;
