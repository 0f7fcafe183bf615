package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of one reward. */
@Experimental
public final class RewardAssert {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Registry registry;
    private final RewardEntry reward;

    /**
     * @param registry has the formats of files of samples
     */
    RewardAssert(Registry registry, RewardEntry reward) {
        this.registry = registry;
        this.reward = reward;
    }

    /** Scores a sample. */
    public ScoreAssert on(Sample sample) {
        return new ScoreAssert(reward.name(), sample.id(), score(reward, sample));
    }

    /**
     * Scores a sample.
     *
     * @param json a line as {@code guerdon score} reads it, such as {@code {"final_response": "Lima", "answer": "Lima"}}
     */
    public ScoreAssert on(String json) {
        byte[] line = json.strip().getBytes(StandardCharsets.UTF_8);
        return on(new LineDecoder(List.of(reward)).decode(line, 0, line.length, 1));
    }

    /** Scores an answer to a task with these fields. */
    public ScoreAssert on(String finalResponse, Map<String, @Nullable Object> fields) {
        return on(Sample.of("sample", finalResponse, List.of(), fields));
    }

    /** Returns the reward, for checks of one's own. */
    public RewardEntry reward() {
        return reward;
    }

    /** Returns the samples of a file, as this reward reads them: JSON lines, or rows where a format for them is on the class path. */
    public List<? extends Sample> samples(Path file) {
        return new SampleLines(registry, reward).read(file);
    }

    static Score score(RewardEntry reward, Sample sample) {
        try (Scorer scorer = Scorer.builder().threads(1).deadline(DEADLINE).build()) {
            return scorer.score(reward, sample);
        }
    }
}
