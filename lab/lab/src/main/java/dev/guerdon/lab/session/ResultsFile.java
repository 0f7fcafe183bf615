package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The results of a command that is not Guerdon's own: a JSON object for each episode, on a line of its own, with {@code task},
 * {@code reward}, and if there are any {@code repeat}, {@code steps}, {@code answer} and {@code error}. A reward of null is one
 * that could not be computed.
 */
final class ResultsFile {

    private ResultsFile() {}

    /** Reads all episodes. Each planned one must be there once, and no other. */
    static List<Episode> read(Path file, List<String> tasks, int repeats, long seed) throws IOException {
        List<Episode> episodes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int number = 0;
        for (String line : Utf8.read(file).lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String where = "line " + number + " of the results";
            Episode episode;
            try {
                episode = episode(JsonCodec.read(line, where), seed, where);
            } catch (LabException e) {
                throw e;
            } catch (GuerdonException e) {
                throw new LabException(where + ": " + e.getMessage(), e);
            }
            if (!tasks.contains(episode.task()) || episode.repeat() < 0 || episode.repeat() >= repeats) {
                throw new LabException(
                        where + ": the episode " + episode.key() + " was not asked for; expected tasks such as '"
                                + tasks.getFirst() + "' and repeats from 0 to " + (repeats - 1));
            }
            if (!seen.add(episode.key())) {
                throw new LabException(where + ": the episode " + episode.key() + " is there twice");
            }
            episodes.add(episode);
        }
        if (episodes.size() < tasks.size() * repeats) {
            throw new LabException("the results have " + episodes.size() + " of " + tasks.size() * repeats
                    + " episodes; write a line for each, with a reward of null where it could not be computed");
        }
        return episodes;
    }

    private static Episode episode(Json line, long seed, String where) {
        double reward =
                line.find("reward").filter(Json::isNumber).map(Json::asDouble).orElse(Double.NaN);
        if (line.find("reward")
                .filter(value -> !value.isNumber() && !value.isNull())
                .isPresent()) {
            throw new LabException(where + ": expected a number or null as the reward, found "
                    + line.get("reward").kind());
        }
        String task = text(line, "task");
        if (task.isEmpty()) {
            throw new LabException(where + ": expected the id of a task as 'task', found "
                    + line.find("task").map(Json::kind).orElse("none"));
        }
        String error = text(line, "error");
        boolean scored = Double.isFinite(reward);
        Score score = scored
                ? new Score.Scored(RewardResult.of(reward))
                : new Score.Unscored(
                        Score.Reason.INVALID_RESULT, error.isEmpty() ? "the command gave no reward" : error);
        boolean failed = !error.isEmpty();
        return new Episode(
                task,
                line.find("repeat").map(Json::asInt).orElse(0),
                seed,
                text(line, "domain"),
                "",
                score,
                new Episode.Ending(
                        failed ? FinishReason.ERROR : FinishReason.UNKNOWN,
                        scored && !failed,
                        text(line, "answer"),
                        error),
                new Episode.Effort(
                        line.find("steps")
                                .filter(Json::isNumber)
                                .map(Json::asInt)
                                .orElse(0),
                        Usage.NONE,
                        Instant.now(),
                        Duration.ZERO));
    }

    private static String text(Json line, String name) {
        return line.find(name).filter(Json::isString).map(Json::asString).orElse("");
    }
}
