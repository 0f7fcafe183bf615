package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import java.time.Duration;
import java.util.List;

/**
 * An environment as a server has it now.
 *
 * @param name the name that clients use
 * @param kind the kind of environment, such as {@code alfworld}
 * @param description one line on what it is
 * @param splits the names of its splits, the one first that is meant where a client names none
 * @param tools what an agent can call in it
 * @param reward the name of the reward that scores an episode at its end; empty where the environment's own reward counts
 * @param maxSessions how many sessions there may be at once
 * @param idle how long nobody uses a session before it ends
 * @param deadline how long one reset, step or call may take
 */
@Experimental
public record ServedEnvironment(
        String name,
        String kind,
        String description,
        List<String> splits,
        List<ServedTool> tools,
        String reward,
        int maxSessions,
        Duration idle,
        Duration deadline) {

    public ServedEnvironment {
        splits = List.copyOf(splits);
        tools = List.copyOf(tools);
    }
}
