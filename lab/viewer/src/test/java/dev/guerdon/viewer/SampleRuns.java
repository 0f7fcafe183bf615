package dev.guerdon.viewer;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Made-up runs that look as real ones do. */
final class SampleRuns {

    static final Instant START = Instant.parse("2026-11-10T09:00:00Z");
    private static final List<String> DOMAINS = List.of("travel", "finance", "science", "sport");
    private static final List<String> ERRORS = List.of(
            "the model answered 429 Too Many Requests, retry 5 of 5",
            "the page https://example.test/item/4711 did not load in 30 s",
            "the reply has no action: expected one of click, fill, goto");

    private SampleRuns() {}

    /** A run of a suite; a higher skill earns more. */
    static String store(RunStore store, String suite, int tasks, int number, double skill) {
        Random random = new Random(number * 31L + suite.hashCode());
        RunInfo info = new RunInfo(
                "",
                number == 0 ? "baseline" : "prompt " + number + ": look at tables before the answer",
                new RunInfo.Setup(
                        suite,
                        "web-research",
                        number < 3 ? "openai:gpt-medium" : "anthropic:sonnet",
                        "qa_f1_reward",
                        Map.of("temperature", number < 2 ? "0.7" : "0"),
                        IntStream.range(0, tasks).mapToObj(SampleRuns::task).toList(),
                        1,
                        7,
                        30),
                RunInfo.Progress.since(Instant.now().minus(Duration.ofMinutes(200 - 25L * number))),
                new RunInfo.Origin(
                        String.format(java.util.Locale.ROOT, "%08x%032x", 0x5eed0000L + 7919L * number, 1L),
                        number == 4,
                        Map.of(RunInfo.BESIDE, List.of("em"))));
        try (RunWriter writer = store.create(info)) {
            for (int i = 0; i < tasks; i++) {
                Episode episode = episode(random, i, skill);
                writer.add(episode, detail(episode, random));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    static String task(int number) {
        return "question-" + number;
    }

    static Episode episode(Random random, int number, double skill) {
        boolean failed = random.nextInt(40) == 0;
        double f1 =
                random.nextDouble() < skill ? 1 : Math.max(0, Math.round(random.nextGaussian(0.3, 0.3) * 50) / 50.0);
        double reward = Math.min(1, f1);
        int steps = 2 + random.nextInt(18);
        Map<String, @Nullable Object> extras = new LinkedHashMap<>();
        extras.put("em", reward == 1);
        extras.put("precision", Math.min(1, reward + 0.1));
        extras.put("recall", reward);
        return new Episode(
                task(number),
                0,
                random.nextLong(1000),
                DOMAINS.get(number % DOMAINS.size()),
                "1,250 metres",
                failed
                        ? new Score.Unscored(Score.Reason.ERROR, "the episode failed before it could be scored")
                        : new Score.Scored(new RewardResult(reward, extras)),
                new Episode.Ending(
                        failed
                                ? FinishReason.MODEL_FAILED
                                : steps > 17 ? FinishReason.MAX_TURNS : FinishReason.NO_TOOL_CALLS,
                        !failed && steps <= 17,
                        reward == 1 ? "1,250 metres" : "about 900 m",
                        failed ? ERRORS.get(number % ERRORS.size()) : ""),
                new Episode.Effort(
                        steps,
                        new Usage(steps, 1200L * steps, 90L * steps, 0.0021 * steps, 0),
                        START.plusSeconds(20L * number),
                        Duration.ofMillis((long) (steps * 1800 * (0.5 + random.nextDouble())))));
    }

    static EpisodeDetail detail(Episode episode, Random random) {
        List<Turn> turns = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        messages.add(Message.user("How high is the pass between the two valleys? Answer with a number and a unit."));
        for (int i = 0; i < Math.min(6, episode.steps()); i++) {
            String action =
                    i == 5 ? "answer(\"" + episode.answer() + "\")" : "click(\"" + (10 + random.nextInt(80)) + "\")";
            messages.add(Message.assistant("I look at the table of passes. " + action));
            turns.add(Turn.builder()
                    .index(i)
                    .prompt("[12] link 'Passes'\n[13] heading 'Mountain roads'\n[14] table 'Height, metres'")
                    .reply("I look at the table of passes. " + action)
                    .action(action)
                    .observation(i == 5 ? "" : "The page 'Mountain roads' opened.")
                    .error(i == 3 && random.nextInt(4) == 0 ? "the element 41 is not on the page" : "")
                    .modelTime(Duration.ofMillis(900 + random.nextInt(900)))
                    .actionTime(Duration.ofMillis(80 + random.nextInt(400)))
                    .usage(new Usage(1, 1200, 90, 0.002))
                    .build());
        }
        return new EpisodeDetail(
                Task.of(
                        episode.task(),
                        "How high is the pass between the two valleys?",
                        Map.of("answer", episode.gold())),
                Trajectory.of(messages),
                turns,
                Optional.empty());
    }
}
