/**
 * What people write for Guerdon in files: suites and the rows of their data, recipes, settings.
 *
 * <p>{@code YamlFile} reads YAML with the place of every value, so that an error can name it. {@code SuiteDefinition} makes a suite of it,
 * {@code TaskDataset} reads the rows. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.lab.suite;

import org.jspecify.annotations.NullMarked;
