/**
 * Agents: models behind one small interface, the loop that lets a model act with tools, rollouts by the thousand, and the web
 * research agent. What an agent did comes out as a {@link dev.guerdon.agent.Rollout}; nothing here knows runs.
 */
@NullMarked
package dev.guerdon.agent;

import org.jspecify.annotations.NullMarked;
