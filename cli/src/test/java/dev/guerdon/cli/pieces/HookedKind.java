package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Agent;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.api.agent.AgentResult;
import dev.guerdon.api.agent.RolloutScope;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** An agent that does what a test wants in the middle of its episode, and leaves files. */
public final class HookedKind implements AgentProvider {

    /** What is done in an episode. */
    interface Hook {
        void play(RolloutScope rollout) throws Exception;
    }

    private static final Hook NOTHING = rollout -> {};

    private static final AtomicReference<Hook> HOOK = new AtomicReference<>(NOTHING);

    static void hook(Hook hook) {
        HOOK.set(hook);
    }

    static void unhook() {
        HOOK.set(NOTHING);
    }

    /** Tasks with the ids t0, t1, ... that this agent plays. */
    static Suite suite(int tasks) {
        return new Suite("hooked", "", List.of(part(tasks)));
    }

    static Suite.Part part(int tasks) {
        return Suite.Part.builder(
                        "part",
                        "hooked_reward",
                        IntStream.range(0, tasks)
                                .mapToObj(
                                        i -> Task.of("t" + i, "question " + i, Map.of("answer", "a" + i, "number", i)))
                                .toList())
                .agent("hooked")
                .limits(RolloutLimits.turns(3))
                .build();
    }

    @Override
    public String name() {
        return "hooked";
    }

    @Override
    public String description() {
        return "does what a test wants";
    }

    @Override
    public boolean usesModel() {
        return false;
    }

    @Override
    public List<Setting> settings() {
        return List.of(new Setting("password", "", "a secret"), new Setting("files", "", "yes to leave files"));
    }

    @Override
    public Agent create(Map<String, String> settings) {
        return rollout -> {
            try {
                Objects.requireNonNull(HOOK.get()).play(rollout);
                Optional<Path> folder = rollout.artifacts();
                if (settings.getOrDefault("files", "").equals("yes") && folder.isPresent()) {
                    leave(folder.get(), rollout);
                }
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            String answer = "played " + rollout.task().id() + " with " + rollout.seed();
            rollout.addMessage(Message.user("what?"));
            rollout.startSegment();
            rollout.addMessage(Message.assistant(answer));
            rollout.recordTurn(Turn.builder()
                    .prompt("prompt")
                    .reply(answer)
                    .action("act(\"\u00e9\u4e2d\")")
                    .observation("seen")
                    .reward(Double.NaN)
                    .info(Map.of("score", 0.1, "list", List.of(1, "b")))
                    .build());
            return new AgentResult(FinishReason.TERMINAL, answer);
        };
    }

    private static void leave(Path folder, RolloutScope rollout) throws IOException {
        Files.createDirectories(folder.resolve("deep/empty"));
        byte[] picture = new byte[2_000];
        new java.util.Random(rollout.seed()).nextBytes(picture);
        Files.write(folder.resolve("deep/shot.png"), picture);
        Files.writeString(
                folder.resolve("summary_info.json"),
                "{\"task\":\"" + rollout.task().id() + "\"}\n");
    }
}
