package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of results of AgentLab or BrowserGym: one folder for each experiment, with a {@code summary_info.json}. What is in pickles,
 * which are programs, is not read: the steps, and what was said.
 */
final class AgentLabFolder implements ForeignRun {

    static final String SUMMARY = "summary_info.json";

    private static final int DEEPEST = 4;
    private static final long LARGEST = 16 << 20;
    private static final Pattern NAME = Pattern.compile(
            "(?:(\\d{4}-\\d\\d-\\d\\d)_(\\d\\d)-(\\d\\d)-(\\d\\d)_)?(.+)_on_(.+?)_(\\d+)(?:_\\d{1,3})?");

    private final Path folder;
    private final List<Path> experiments;

    AgentLabFolder(Path folder) throws IOException {
        this.folder = folder;
        // Links are not followed: they could lead anywhere, and in circles.
        try (Stream<Path> files = Files.walk(folder, DEEPEST)) {
            this.experiments = files.filter(
                            file -> String.valueOf(file.getFileName()).equals(SUMMARY))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(Path::getParent)
                    .filter(each -> !String.valueOf(each.getFileName()).matches("[._].*"))
                    .sorted()
                    .toList();
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
        if (experiments.isEmpty()) {
            throw new GuerdonException("no " + SUMMARY + " below " + folder
                    + "; expected a folder of results of AgentLab or BrowserGym, a log of Inspect, or rollouts as JSON"
                    + " lines");
        }
    }

    @Override
    public About about() {
        Matcher first = NAME.matcher(String.valueOf(experiments.getFirst().getFileName()));
        boolean named = first.matches();
        return new About(
                "AgentLab",
                benchmark(),
                named ? first.group(5) : "",
                "cum_reward",
                new RunInfo.Progress(RunInfo.Status.COMPLETE, named ? time(first) : Instant.EPOCH, Optional.empty(), 0),
                List.of("the steps of AgentLab are pickles, which are programs and were not loaded: rewards, lengths"
                        + " and errors are here, what was said is not"));
    }

    /** Returns the benchmark of which all tasks are, such as {@code miniwob}, or else the name of the folder. */
    private String benchmark() {
        List<String> names = experiments.stream()
                .map(each -> NAME.matcher(String.valueOf(each.getFileName())))
                .map(name -> name.matches() && name.group(6).contains(".")
                        ? name.group(6).substring(0, name.group(6).indexOf('.'))
                        : "")
                .distinct()
                .toList();
        return names.size() == 1 && !names.getFirst().isEmpty()
                ? names.getFirst()
                : String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    private static Instant time(Matcher name) {
        if (name.group(1) == null) {
            return Instant.EPOCH;
        }
        try {
            return LocalDateTime.parse(name.group(1) + "T" + name.group(2) + ":" + name.group(3) + ":" + name.group(4))
                    .atZone(ZoneId.systemDefault())
                    .toInstant();
        } catch (java.time.DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    @Override
    public void read(Sink sink) throws IOException {
        for (Path experiment : experiments) {
            sink.take(episode(experiment));
        }
    }

    private static ForeignEpisode episode(Path experiment) throws IOException {
        Object summary = json(experiment.resolve(SUMMARY)).orElse(Map.of());
        Matcher name = NAME.matcher(String.valueOf(experiment.getFileName()));
        boolean named = name.matches();
        String task = named ? name.group(6) : String.valueOf(experiment.getFileName());
        String error = ForeignJson.text(ForeignJson.at(summary, "err_msg"));
        boolean terminated = Boolean.TRUE.equals(ForeignJson.at(summary, "terminated"));
        boolean truncated = Boolean.TRUE.equals(ForeignJson.at(summary, "truncated"));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("domain", task.contains(".") ? task.substring(0, task.indexOf('.')) : "");
        if (named) {
            fields.put("task_seed", name.group(7));
        }
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        if (ForeignJson.at(summary, "cum_raw_reward") instanceof Number raw) {
            extras.put("cum_raw_reward", raw.doubleValue());
        }
        Object stats = ForeignJson.at(summary, "stats");
        return new ForeignEpisode(
                Task.of(task, "", fields),
                List.of(),
                error.isEmpty() || terminated
                        ? ForeignJson.score(
                                ForeignJson.number(ForeignJson.at(summary, "cum_reward")),
                                extras,
                                SUMMARY + " has no number for cum_reward")
                        : new Score.Unscored(Score.Reason.ERROR, "the experiment ended in an error"),
                answer(experiment),
                !error.isEmpty()
                        ? FinishReason.ERROR
                        : terminated
                                ? FinishReason.TERMINAL
                                : truncated ? FinishReason.MAX_TURNS : FinishReason.UNKNOWN,
                error,
                (int) Math.min(Integer.MAX_VALUE, ForeignJson.count(ForeignJson.at(summary, "n_steps"))),
                usage(stats),
                named ? time(name) : Instant.EPOCH,
                duration(stats),
                0);
    }

    private static Usage usage(@Nullable Object stats) {
        long in = ForeignJson.count(ForeignJson.at(stats, "cum_input_tokens"));
        long out = ForeignJson.count(ForeignJson.at(stats, "cum_output_tokens"));
        double cost = ForeignJson.number(ForeignJson.at(stats, "cum_cost"));
        return in + out == 0 ? Usage.NONE : new Usage(1, in, out, Double.isNaN(cost) ? 0 : cost, cost >= 0 ? 0 : 1);
    }

    private static Duration duration(@Nullable Object stats) {
        return ForeignJson.seconds(ForeignJson.at(stats, "cum_step_elapsed"))
                .plus(ForeignJson.seconds(ForeignJson.at(stats, "cum_agent_elapsed")));
    }

    /** AssistantBench writes the answer that was sent beside the summary. */
    private static String answer(Path experiment) throws IOException {
        return ForeignJson.text(json(experiment.resolve("assistantbench-prediction.json"))
                .map(prediction -> ForeignJson.at(prediction, "answer"))
                .orElse(null));
    }

    private static Optional<Object> json(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (Files.size(file) > LARGEST) {
            throw new GuerdonException(file + " is larger than 16 MiB, which no summary is");
        }
        return Optional.ofNullable(
                JsonCodec.read(Files.readAllBytes(file), file.toString()).value());
    }

    @Override
    public void close() {}
}
