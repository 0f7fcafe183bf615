package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageWriter;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.suite.SuiteCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Facts that are written of a run before its first episode: what was asked for, and how it came about, which is versions, machine, and the
 * configuration of each part. The options that a continued run needs are read back.
 */
@Internal
public final class NewRun {

    private NewRun() {}

    public static RunInfo info(Registry registry, RunOptions options, Suite suite) {
        GitState git = GitState.of(Path.of("").toAbsolutePath());
        return new RunInfo(
                "",
                SecretFilter.known().redact(options.note()),
                new RunInfo.Setup(
                        suite.name(),
                        distinct(suite, Suite.Part::agent),
                        SecretFilter.known().redact(distinct(suite, Suite.Part::model)),
                        distinct(suite, Suite.Part::decidingReward),
                        SecretFilter.known().redact(RunPrompts.named(settings(suite))),
                        suite.tasks().stream().map(Task::id).toList(),
                        options.repeat(),
                        options.seed(),
                        suite.parts().stream()
                                .map(Suite.Part::limits)
                                .mapToInt(RolloutLimits::turns)
                                .max()
                                .orElse(0)),
                RunInfo.Progress.since(Instant.now()),
                new RunInfo.Origin(git.commit(), git.dirty(), provenance(registry, options, suite.parts())));
    }

    private static Map<String, String> settings(Suite suite) {
        Map<String, String> all = new LinkedHashMap<>();
        suite.parts().forEach(part -> all.putAll(part.settings()));
        return all;
    }

    private static String distinct(Suite suite, Function<Suite.Part, String> value) {
        return String.join(
                ", ", suite.parts().stream().map(value).collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    private static Map<String, @Nullable Object> provenance(
            Registry registry, RunOptions options, List<Suite.Part> parts) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put(
                "guerdon",
                Objects.requireNonNullElse(NewRun.class.getPackage().getImplementationVersion(), "development"));
        out.put("java", Runtime.version().toString());
        out.put("machine", machine());
        out.put("options", options(options));
        List<String> beside = parts.stream()
                .flatMap(part -> part.besideRewards().stream())
                .distinct()
                .toList();
        if (!beside.isEmpty()) {
            out.put(RunInfo.BESIDE, beside);
        }
        out.put(RunInfo.TASKS, fingerprint(parts));
        out.put(RunPrompts.KEY, RunPrompts.of(registry, parts).provenance());
        out.put("parts", parts.stream().map(NewRun::part).toList());
        return out;
    }

    private static Map<String, @Nullable Object> machine() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("host", host());
        out.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        out.put("arch", System.getProperty("os.arch"));
        out.put("cores", Runtime.getRuntime().availableProcessors());
        out.put("heap_mib", Runtime.getRuntime().maxMemory() >> 20);
        return out;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private static Map<String, @Nullable Object> options(RunOptions options) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("agent", options.agent());
        out.put("model", options.model().map(SecretFilter.known()::redact));
        out.put("settings", SecretFilter.known().redact(RunPrompts.named(options.settings())));
        out.put("parallel", options.parallel());
        out.put("record", options.record().map(NewRun::absolute));
        out.put("replay", options.replay().map(NewRun::absolute));
        out.put("record_pages", options.traffic().pages());
        out.put("record_in_clear", options.traffic().inClear());
        out.put("budget_tokens", options.budget().tokens());
        out.put("budget_usd", options.budget().usd());
        out.put("budget_ms", options.budget().time().toMillis());
        return out;
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** Returns what a run is continued with unless told otherwise. */
    public static RunOptions continued(RunInfo info, Suite suite) {
        Object stored = info.provenance().get("options");
        Json json = new Json(stored == null ? Map.of() : stored);
        return RunOptions.builder(suite)
                .tasks(info.planned())
                .repeat(info.repeat())
                .parallel(json.find("parallel").map(Json::asInt).orElse(1))
                .seed(info.seed())
                .note(info.note())
                .record(json.find("record").map(Json::asString).map(Path::of).orElse(null))
                .replay(json.find("replay").map(Json::asString).map(Path::of).orElse(null))
                .recordPages(json.find("record_pages").map(Json::asBoolean).orElse(false))
                .recordInClear(json.find("record_in_clear").map(Json::asBoolean).orElse(false))
                .budget(new RunOptions.Budget(
                        json.find("budget_tokens").map(Json::asLong).orElse(0L),
                        json.find("budget_usd").map(Json::asDouble).orElse(0.0),
                        Duration.ofMillis(
                                json.find("budget_ms").map(Json::asLong).orElse(0L))))
                .build();
    }

    private static Map<String, @Nullable Object> part(Suite.Part part) {
        Map<String, @Nullable Object> out = SuiteCodec.head(part);
        RolloutLimits limits = part.limits();
        Map<String, @Nullable Object> most = new LinkedHashMap<>();
        most.put("steps", limits.turns());
        most.put("tokens", limits.tokens());
        most.put("usd", limits.usd());
        most.put("seconds", limits.time().toMillis() / 1000.0);
        out.put("settings", SecretFilter.known().redact(RunPrompts.named(part.settings())));
        out.put("limits", most);
        out.put("tasks", part.tasks().size());
        return out;
    }

    /** Returns a hash of what the tasks are, whoever acts on them: tells a suite that was changed from a model that was. */
    private static String fingerprint(List<Suite.Part> parts) {
        MessageDigest digest = Sha256.digest();
        for (Suite.Part part : parts) {
            add(digest, part.name(), part.environment(), part.environmentOptions());
            for (Task task : part.tasks()) {
                add(digest, task.id(), MessageWriter.messages(task.messages()), task.fields());
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    private static void add(MessageDigest digest, Object... values) {
        digest.update(JsonCodec.write(values).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }

    /**
     * The commit of a working tree, and whether it had changes.
     *
     * @param commit the full hash, empty if there is no repository or no git
     * @param dirty whether tracked files differ from it
     */
    record GitState(String commit, boolean dirty) {

        private static final int PATIENCE_SECONDS = 10;

        public static GitState of(Path folder) {
            Optional<String> commit = git(folder, "rev-parse", "HEAD").map(String::strip);
            if (commit.isEmpty() || !commit.get().matches("[0-9a-f]{40,64}")) {
                return new GitState("", false);
            }
            boolean dirty = git(folder, "status", "--porcelain", "--untracked-files=no")
                    .map(changes -> !changes.isBlank())
                    .orElse(false);
            return new GitState(commit.get(), dirty);
        }

        private static Optional<String> git(Path folder, String... arguments) {
            List<String> command = new java.util.ArrayList<>(List.of("git"));
            command.addAll(List.of(arguments));
            Process process = null;
            try {
                process = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                process.getOutputStream().close();
                byte[] out = process.getInputStream().readAllBytes();
                boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
                return ended && process.exitValue() == 0
                        ? Optional.of(new String(out, StandardCharsets.UTF_8))
                        : Optional.empty();
            } catch (IOException e) {
                return Optional.empty(); // no git on this machine
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } finally {
                if (process != null) {
                    process.destroyForcibly();
                }
            }
        }
    }
}
