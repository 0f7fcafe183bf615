/**
 * YAML files read with the place of every value, so that an error can name it.
 *
 * <p>Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.yaml;

import org.jspecify.annotations.NullMarked;
