package dev.guerdon.api;

import java.util.List;

/**
 * Rule-based stand-in for a model: reads the same messages and answers in the same formats.
 *
 * <p>Used as {@code --model policy:NAME}. The policy itself is shared by all rollouts; what it must remember is in the session.
 *
 * <p>{@snippet :
 * public Session begin(Task task, Context context, long seed) {
 *     Random dice = new Random(seed);
 *     return messages -> Message.assistant(dice.nextBoolean() ? "yes" : "no");
 * }
 * }
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

        /** Returns the assistant's answer, usually with one tool call. */
        Message reply(List<Message> messages);
    }
}
