/**
 * What a user implements to bring an agent or a model, and the nouns they use. A rollout is one run of an agent on one task.
 *
 * <p>In the order in which a reader needs them:
 *
 * <ol>
 *   <li>{@link dev.guerdon.api.agent.Agent} plays a rollout: it asks the model, acts, and returns an {@link
 *       dev.guerdon.api.agent.AgentResult}. {@link dev.guerdon.api.agent.RolloutScope} is the rollout that it plays. {@link
 *       dev.guerdon.api.agent.Agents} makes an agent from a function.
 *   <li>{@link dev.guerdon.api.agent.Turn}, {@link dev.guerdon.api.agent.TurnInfo} and {@link dev.guerdon.api.agent.Usage} record what
 *       happened, {@link dev.guerdon.api.agent.AgentTool} is a tool that it may call.
 *   <li>{@link dev.guerdon.api.agent.AgentProvider} makes agents by name, from {@link dev.guerdon.api.agent.AgentSettings} {@link
 *       dev.guerdon.api.agent.PromptSections} and {@link dev.guerdon.api.agent.FewShotPrompt}s.
 *   <li>{@link dev.guerdon.api.agent.Model} opens a {@link dev.guerdon.api.agent.ModelSession} for each {@link
 *       dev.guerdon.api.agent.ModelScope}, which gives a {@link
 *       dev.guerdon.api.agent.ModelReply}, waits ({@link dev.guerdon.api.agent.ModelWait}) or fails with a {@link
 *       dev.guerdon.api.agent.ModelException}.
 * </ol>
 *
 * <p>Uses no other room.
 */
@NullMarked
package dev.guerdon.api.agent;

import org.jspecify.annotations.NullMarked;
