package dev.guerdon.scienceworld;

import dev.guerdon.api.Context;
import dev.guerdon.api.Message;
import dev.guerdon.api.Policy;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.base.JsonCodec;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rule-based stand-ins for a model in a laboratory.
 *
 * @param name the name after {@code policy:}
 * @param description how it decides
 * @param laboratory where it acts
 * @param rule what decides
 */
record LaboratoryPolicy(String name, String description, LaboratoryKind laboratory, Rule rule) implements Policy {

    /** Rule by which a policy finds its actions. */
    @FunctionalInterface
    interface Rule {

        /** Gives the actions of one rollout one by one, and an empty one at its end. */
        Supplier<Optional<String>> actions(ScienceworldEnvironment environment, long seed);
    }

    /** Follows the path that solves the task: an oracle. */
    static LaboratoryPolicy gold(LaboratoryKind laboratory) {
        return new LaboratoryPolicy(
                laboratory.name() + "-gold",
                "Follows the environment's own solution: an oracle, the upper bound.",
                laboratory,
                (environment, seed) -> {
                    Iterator<String> path = environment.goldPath().iterator();
                    return () -> path.hasNext() ? Optional.of(path.next()) : Optional.empty();
                });
    }

    /** Picks among the valid actions: the paper's random baseline. */
    static LaboratoryPolicy random(LaboratoryKind laboratory) {
        return new LaboratoryPolicy(
                laboratory.name() + "-random",
                "Picks a valid action at random, by the seed: the lower bound.",
                laboratory,
                (environment, seed) -> {
                    Random dice = new Random(seed);
                    return () -> {
                        List<String> valid = environment.actions();
                        boolean over = environment.last().map(Step::done).orElse(false) || valid.isEmpty();
                        return over ? Optional.empty() : Optional.of(valid.get(dice.nextInt(valid.size())));
                    };
                });
    }

    @Override
    public Session begin(Task task, Context context, long seed) {
        return new Session() {

            private int calls;
            private @Nullable Supplier<Optional<String>> actions;

            @Override
            public Message reply(List<Message> messages) {
                return next().map(this::call).orElseGet(() -> Message.assistant("I have done what I could."));
            }

            private Optional<String> next() {
                Supplier<Optional<String>> begun = actions;
                if (begun == null) {
                    begun = rule.actions(laboratory.environment(context), seed);
                    actions = begun;
                }
                return begun.get();
            }

            private Message call(String action) {
                Map<String, Object> arguments = Map.of("action", action);
                return Message.assistant(
                        "",
                        List.of(new ToolCall(
                                "call_" + ++calls, laboratory.tool(), arguments, JsonCodec.write(arguments))));
            }
        };
    }
}
