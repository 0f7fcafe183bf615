/**
 * ScienceWorld, in the virtual machine it was written for, and a small laboratory of Guerdon's own.
 *
 * <p>The official simulator's jar is loaded inside this process, each environment in a class loader of its own, and driven with
 * exactly the calls of its Python wrapper, so that observations, scores and random processes come out as published. {@code minilab}
 * stands behind the same interface and needs no download. Both share the environment class, the tool, the reward and the policies.
 */
@NullMarked
package dev.guerdon.scienceworld;

import org.jspecify.annotations.NullMarked;
