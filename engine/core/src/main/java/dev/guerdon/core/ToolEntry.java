package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.api.Tool;
import dev.guerdon.api.ToolOutcome;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.PlainSnapshot;
import dev.guerdon.core.registry.MethodBinding;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A registered tool. Its calls run in threads of their own, and what it returns is copied into plain values. */
@Experimental
public final class ToolEntry implements AgentTool {

    private final Tool annotation;
    private final String origin;
    private final MethodBinding binding;
    private final Map<String, @Nullable Object> schema;
    private final boolean canEndEpisode;

    private ToolEntry(Tool annotation, Method method, MethodBinding binding) {
        this.annotation = annotation;
        this.origin = MethodBinding.origin(method);
        this.binding = binding;
        Class<?> result = method.getReturnType();
        this.canEndEpisode = result == ToolOutcome.class || result == Step.class;
        this.schema = binding.schema();
    }

    static ToolEntry of(Method method, Tool annotation, @Nullable Object receiver) {
        return new ToolEntry(annotation, method, MethodBinding.of(annotation.value(), method, receiver));
    }

    @Override
    public String name() {
        return annotation.value();
    }

    public String origin() {
        return origin;
    }

    @Override
    public String description() {
        return annotation.description();
    }

    @Override
    public boolean firstLook() {
        return annotation.firstLook();
    }

    @Override
    public boolean canEndEpisode() {
        return canEndEpisode;
    }

    @Override
    public Map<String, @Nullable Object> schema() {
        return schema;
    }

    @Override
    public ToolOutcome call(Map<String, @Nullable Object> arguments, Context context) throws Exception {
        return call(arguments, context, ForeignCode.DEADLINE);
    }

    ToolOutcome call(Map<String, @Nullable Object> arguments, Context context, Duration deadline) throws Exception {
        try {
            return ForeignCode.call(name(), () -> outcome(arguments, context), deadline);
        } catch (ForeignCode.LateException e) {
            if (context instanceof RolloutContext rollout) {
                rollout.taint(); // it may still be using what the rollout holds
            }
            throw new UnscoredException(Score.Reason.TIMEOUT, "the tool " + e.getMessage());
        }
    }

    private ToolOutcome outcome(Map<String, @Nullable Object> arguments, Context context) throws Exception {
        try {
            return switch (binding.invoke(MethodBinding.argumentsOnly(name(), arguments, context))) {
                case null -> ToolOutcome.of("");
                case ToolOutcome outcome -> plain(outcome);
                case Step step -> plain(ToolOutcome.of(step));
                case String text -> ToolOutcome.of(within(text));
                case Object other ->
                    ToolOutcome.of(JsonCodec.write(PlainSnapshot.of(other, PlainSnapshot.DEFAULT_CHARACTERS)));
            };
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new GuerdonException(name() + " failed: " + CodeFault.of(e).text());
        }
    }

    private static ToolOutcome plain(ToolOutcome outcome) throws Throwable {
        return new ToolOutcome(
                within(outcome.text()),
                outcome.reward(),
                outcome.done(),
                PlainSnapshot.members(outcome.info(), PlainSnapshot.DEFAULT_CHARACTERS));
    }

    private static String within(String text) throws Throwable {
        return String.valueOf(PlainSnapshot.of(text, PlainSnapshot.DEFAULT_CHARACTERS));
    }
}
