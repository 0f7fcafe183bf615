package dev.guerdon.lab;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.base.MessageReader;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.probe.GoldFields;
import dev.guerdon.lab.probe.GoldKind;
import dev.guerdon.lab.probe.Variants;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scores a gold answer written in many ways, to see how sensitive a reward is to the form of an answer. */
@Experimental
public final class Probe {

    /** The group of the user's own answers. */
    static final String YOURS = "yours";

    private Probe() {}

    /**
     * Probes a reward.
     *
     * @param gold the gold answer
     * @param answers further answers to score, in the user's words
     * @param fields further fields of the sample; {@code trajectory} or {@code messages} are what was said before the answer
     */
    public static ProbeReport run(
            RewardEntry reward,
            Scorer scorer,
            String gold,
            List<String> answers,
            Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> given = new LinkedHashMap<>(fields);
        Object said = given.containsKey("trajectory") ? given.remove("trajectory") : given.remove("messages");
        List<Message> before = said == null ? List.of() : MessageReader.messages(said);
        Map<String, @Nullable Object> all = GoldFields.of(reward, gold, given);
        ProbeVariant.Kind kind = GoldKind.of(gold);
        List<ProbeVariant> variants = new ArrayList<>(Variants.of(gold, kind));
        for (int i = 0; i < answers.size(); i++) {
            variants.add(new ProbeVariant(YOURS, "answer " + (i + 1), answers.get(i), false));
        }
        List<Sample> samples = variants.stream()
                .map(variant -> sample(variant.text(), before, all))
                .toList();
        List<Score> scores = scorer.scoreAll(reward, samples);
        List<ProbeReport.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < variants.size(); i++) {
            outcomes.add(new ProbeReport.Outcome(variants.get(i), scores.get(i)));
        }
        return new ProbeReport(reward.name(), gold, kind, outcomes);
    }

    private static Sample sample(String answer, List<Message> before, Map<String, @Nullable Object> fields) {
        List<Message> messages = new ArrayList<>(before);
        messages.add(Message.assistant(answer));
        return Sample.of("probe", answer, Trajectory.of(messages), fields, Context.detached(fields));
    }
}
