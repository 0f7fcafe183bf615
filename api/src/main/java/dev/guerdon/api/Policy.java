package dev.guerdon.api;

import java.util.List;

/**
 * A rule-based stand-in for a model: reads the same messages and answers in the same formats.
 *
 * <p>Used as {@code --model policy:NAME}. The policy itself is shared by all rollouts; what it must remember lives in the session.
 */
@Experimental
@Extension.Kind("policy")
public interface Policy extends Extension {

    /** Returns the name after {@code policy:}. */
    @Override
    String name();

    /** Returns one line on how it decides, and whether it knows more than a model would. */
    String description();

    /**
     * Begins a rollout.
     *
     * @param task the task
     * @param context the rollout; an oracle reaches the live environment through it
     * @param seed makes a random policy repeatable
     */
    Session begin(Task task, Context context, long seed);

    /** One rollout of a policy. */
    @FunctionalInterface
    interface Session {

        /** Answers as the assistant would, usually with one tool call. */
        Message reply(List<Message> messages);
    }
}
