package dev.guerdon.agent;

import dev.guerdon.agent.ModelException.Kind;
import dev.guerdon.core.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** A command-line program as a model, with a session of its own for each rollout. */
record CliModel(
        String spec,
        CliTemplate template,
        CliCall call,
        String model,
        List<String> stale,
        Semaphore places,
        Secrets secrets)
        implements Model {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int AT_ONCE = 4;
    private static final int MOST_OUTPUT = 4 << 20;

    /** What programs say about a session that is no longer there. */
    private static final List<String> STALE =
            List.of("no conversation found", "session not found", "no such session", "session expired");

    static CliModel open(ModelSpec spec, Map<String, String> environment, Secrets secrets) {
        return new CliModel(
                spec.text(),
                CliTemplate.of(spec.name(), environment),
                new CliCall(
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
        return new CliSession(this);
    }

    /** Runs the program once; an empty session begins a new one. */
    CliReply run(String prompt, String system, String session) {
        List<String> command = template.command(Map.of("system", system, "session", session, "model", model));
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, "interrupted while waiting for " + spec, e);
        }
        try {
            return CliReply.of(call.name(), call.run(command, prompt), stale, secrets);
        } finally {
            places.release();
        }
    }
}
