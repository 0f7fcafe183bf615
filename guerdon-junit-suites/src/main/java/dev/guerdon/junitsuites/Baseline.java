package dev.guerdon.junitsuites;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rewards of a run as a file of JSON with a line for each task, so that a change shows in a diff. */
final class Baseline {

    private Baseline() {}

    static void write(Path file, Run run) {
        RunInfo info = run.info();
        Map<String, List<@Nullable Object>> tasks = new LinkedHashMap<>();
        run.episodes()
                .forEach(episode -> tasks.computeIfAbsent(episode.task(), task -> new ArrayList<>())
                        .add(episode.scored() ? episode.reward() : null));
        String lines = tasks.entrySet().stream()
                .map(task -> "    " + JsonCodec.write(task.getKey()) + ": " + JsonCodec.write(task.getValue()))
                .collect(Collectors.joining(",\n"));
        String text = "{\n  \"suite\": " + JsonCodec.write(info.suite())
                + ",\n  \"agent\": " + JsonCodec.write(info.agent())
                + ",\n  \"model\": " + JsonCodec.write(info.model())
                + ",\n  \"reward\": " + JsonCodec.write(info.reward())
                + ",\n  \"seed\": " + info.seed()
                + ",\n  \"average_reward\": "
                + JsonCodec.write(KeyMetrics.of(run.episodes()).averageReward())
                + ",\n  \"tasks\": {\n" + lines + "\n  }\n}\n";
        try {
            Path target = file.toAbsolutePath();
            Path folder = target.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            KeptFile.replace(target, text);
        } catch (IOException e) {
            throw new GuerdonException("the baseline " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Reads a baseline as a run that others can be compared with. */
    static Comparison.Source read(Path file) {
        try {
            Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
            List<Episode> episodes = new ArrayList<>();
            long seed = json.get("seed").asLong();
            json.get("tasks").asMap().forEach((task, rewards) -> {
                List<Json> repeats = new Json(rewards).asList();
                for (int i = 0; i < repeats.size(); i++) {
                    episodes.add(episode(task, i, seed, repeats.get(i)));
                }
            });
            return new Comparison.Source(info(json, seed, episodes), episodes);
        } catch (IOException e) {
            throw new GuerdonException("the baseline " + file + " cannot be read: " + e.getMessage(), e);
        } catch (GuerdonException e) {
            throw new GuerdonException(file + " is not a baseline: " + e.getMessage(), e);
        }
    }

    private static Episode episode(String task, int repeat, long seed, Json reward) {
        Score score = reward.isNull()
                ? new Score.Unscored(Score.Reason.ERROR, "not scored in the baseline")
                : new Score.Scored(RewardResult.of(reward.asDouble()));
        return new Episode(
                task,
                repeat,
                seed,
                "",
                "",
                score,
                new Episode.Ending(FinishReason.UNKNOWN, true, "", ""),
                Episode.Effort.NONE);
    }

    private static RunInfo info(Json json, long seed, List<Episode> episodes) {
        List<String> tasks = episodes.stream().map(Episode::task).distinct().toList();
        return new RunInfo(
                "baseline",
                "",
                new RunInfo.Setup(
                        text(json, "suite"),
                        text(json, "agent"),
                        text(json, "model"),
                        text(json, "reward"),
                        Map.of(),
                        tasks,
                        episodes.stream().mapToInt(Episode::repeat).max().orElse(0) + 1,
                        seed,
                        0),
                new RunInfo.Progress(RunInfo.Status.COMPLETE, Instant.EPOCH, Optional.empty(), 0),
                RunInfo.Origin.UNKNOWN);
    }

    private static String text(Json json, String name) {
        return json.find(name).map(Json::asString).orElse("");
    }
}
