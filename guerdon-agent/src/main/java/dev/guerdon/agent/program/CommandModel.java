package dev.guerdon.agent.program;

import dev.guerdon.agent.model.ModelSpec;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelException.Kind;
import dev.guerdon.agent.spi.ModelSession;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** A command-line program as a model, with a session of its own for each rollout. */
@Internal
public record CommandModel(
        String spec, Template template, Call call, String model, List<String> stale, Semaphore places, Secrets secrets)
        implements Model {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int AT_ONCE = 4;
    private static final int MOST_OUTPUT = 4 << 20;

    /** What programs say about a session that is no longer there. */
    private static final List<String> STALE = List.of(
            "no conversation found",
            "session not found",
            "no such session",
            "session expired",
            "requires a valid session id");

    public static CommandModel open(ModelSpec spec, Map<String, String> environment, Secrets secrets) {
        return new CommandModel(
                spec.text(),
                Template.of(spec.name(), environment),
                new Call(
                        spec.model(),
                        spec.timeout(TIMEOUT),
                        spec.whole("most_output").orElse(MOST_OUTPUT)),
                spec.text("model").orElse(""),
                spec.text("stale").map(List::of).orElse(STALE),
                new Semaphore(Math.max(1, spec.whole("concurrency").orElse(AT_ONCE)), true),
                secrets);
    }

    @Override
    public ModelSession begin(RolloutScope rollout) {
        return new Session(this);
    }

    /** Runs the program once; an empty session begins a new one. */
    Reply run(String prompt, String system, String session) {
        List<String> command = template.command(Map.of("system", system, "session", session, "model", model));
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, "interrupted while waiting for " + spec, e);
        }
        try {
            return Reply.of(call.name(), call.run(command, prompt), stale, secrets);
        } finally {
            places.release();
        }
    }
}
