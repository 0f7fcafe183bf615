/**
 * What a user's reward, tool, environment or policy compiles against: annotations, records and small interfaces, with no dependency
 * but JSpecify. Agents and models are in {@code dev.guerdon.api.agent}.
 *
 * <p>In the order in which a reader needs them:
 *
 * <ol>
 *   <li>What is scored: {@link dev.guerdon.api.Task} with its {@link dev.guerdon.api.Message}s, the {@link
 *       dev.guerdon.api.Trajectory} of a rollout with {@link dev.guerdon.api.ToolCall}s, and the {@link dev.guerdon.api.Sample} that a
 *       reward sees.
 *   <li>What scores: a method with {@link dev.guerdon.api.Reward} (its parameters are {@link dev.guerdon.api.Field}s) or a {@link
 *       dev.guerdon.api.RewardFunction}. It returns a {@link dev.guerdon.api.RewardResult}; a {@link dev.guerdon.api.Score} also says
 *       why there is none, as an {@link dev.guerdon.api.UnscoredException} does.
 *   <li>What it may use: the {@link dev.guerdon.api.Context} of its rollout, with live {@link dev.guerdon.api.Resource}s, each made
 *       after a {@link dev.guerdon.api.ResourceSpec}.
 *   <li>What acts: a method with {@link dev.guerdon.api.Tool} and its {@link dev.guerdon.api.ToolOutcome}; an {@link
 *       dev.guerdon.api.Environment} with its {@link dev.guerdon.api.Step}s, made by an {@link dev.guerdon.api.EnvironmentProvider};
 *       a {@link dev.guerdon.api.Policy} in the place of a model.
 *   <li>How it is found: a {@link dev.guerdon.api.Plugin} registers each {@link dev.guerdon.api.Extension}, also suites ({@link
 *       dev.guerdon.api.SuiteText}, {@link dev.guerdon.api.SuiteProvider}).
 *   <li>The rest: {@link dev.guerdon.api.Json} reads and writes JSON; {@link dev.guerdon.api.GuerdonException}, and how
 *       stable a type is: {@link dev.guerdon.api.Stable}, {@link dev.guerdon.api.Experimental}, {@link dev.guerdon.api.Internal}.
 * </ol>
 *
 * <p>Values that come from JSON are plain Java objects throughout: {@code String}, {@code Boolean}, {@code Integer}, {@code Long},
 * {@code BigInteger}, {@code Double}, {@code List}, {@code Map} with string keys in document order, and {@code null}. Uses no other room.
 */
@NullMarked
package dev.guerdon.api;

import org.jspecify.annotations.NullMarked;
