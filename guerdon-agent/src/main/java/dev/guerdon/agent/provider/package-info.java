/**
 * Models of providers, through their HTTP interfaces.
 *
 * <p>One client for all, with the failures of each told apart: refused, overloaded, gone. Uses {@code model} and {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.provider;

import org.jspecify.annotations.NullMarked;
