/**
 * The command that starts a project: a reward with its test, a suite, a gate for pull requests.
 *
 * <p>The files are templates among the resources of this room. Uses {@code input} and {@code terminal}.
 */
@NullMarked
package dev.guerdon.cli.init;

import org.jspecify.annotations.NullMarked;
