package dev.guerdon.lab;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.lab.probe.GoldFields;
import dev.guerdon.lab.probe.GoldVariants;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.ProbeVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
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
        ProbeVariant.Kind kind = GoldVariants.kind(gold);
        List<ProbeVariant> variants = new ArrayList<>(GoldVariants.of(gold, kind));
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

    /**
     * Scores of the variants of a gold answer.
     *
     * @param reward the reward's name
     * @param gold the gold answer
     * @param kind what kind of value it is
     * @param outcomes each variant with its score, by group
     */
    public record ProbeReport(String reward, String gold, ProbeVariant.Kind kind, List<Outcome> outcomes) {

        /** A variant keeps the reward where it earns this share of what the gold answer earns. */
        private static final double KEEPS = KeyMetrics.PERFECT;

        public ProbeReport {
            outcomes = byGroup(outcomes);
        }

        /** A variant and what it scored. */
        public record Outcome(ProbeVariant variant, Score score) {

            public boolean scored() {
                return score instanceof Score.Scored;
            }

            /** Returns the reward; 0 if there is none. */
            public double reward() {
                return score instanceof Score.Scored scored ? scored.result().reward() : 0;
            }
        }

        /**
         * A group of variants.
         *
         * @param name what is varied
         * @param variants how many
         * @param mean their mean reward
         * @param kept how many earn as much as the gold answer itself
         */
        public record Group(String name, int variants, double mean, int kept) {}

        /** Degree to which the form of an answer matters. */
        public enum Level {
            /** The gold answer itself earns nothing, so nothing can be said. */
            UNUSABLE,
            /** Hardly any form but the gold one is paid. */
            STRICT,
            /** Many forms lose the reward. */
            SENSITIVE,
            /** Most forms keep it. */
            FORGIVING,
            /** Nearly all forms keep it. */
            ROBUST
        }

        private static List<Outcome> byGroup(List<Outcome> outcomes) {
            Map<String, List<Outcome>> groups = grouped(outcomes);
            List<Outcome> wrong = groups.remove(ProbeVariant.WRONG);
            List<Outcome> yours = groups.remove(Probe.YOURS);
            List<Outcome> ordered = new ArrayList<>(
                    groups.values().stream().flatMap(List::stream).toList());
            ordered.addAll(wrong == null ? List.of() : wrong);
            ordered.addAll(yours == null ? List.of() : yours);
            return List.copyOf(ordered);
        }

        private static Map<String, List<Outcome>> grouped(List<Outcome> outcomes) {
            return outcomes.stream()
                    .collect(Collectors.groupingBy(
                            outcome -> outcome.variant().group(), LinkedHashMap::new, Collectors.toList()));
        }

        /** Returns what the gold answer itself earns. */
        public double goldReward() {
            return outcomes.getFirst().reward();
        }

        /** Returns how many variants could not be scored. */
        public long unscored() {
            return outcomes.stream().filter(outcome -> !outcome.scored()).count();
        }

        private boolean keeps(Outcome outcome) {
            return outcome.scored() && outcome.reward() >= KEEPS * goldReward();
        }

        /** Returns the groups, in order. */
        public List<Group> groups() {
            return grouped(outcomes).entrySet().stream()
                    .map(group -> new Group(
                            group.getKey(),
                            group.getValue().size(),
                            group.getValue().stream()
                                    .mapToDouble(Outcome::reward)
                                    .average()
                                    .orElse(0),
                            (int) group.getValue().stream().filter(this::keeps).count()))
                    .toList();
        }

        private List<Outcome> right() {
            return outcomes.stream()
                    .filter(outcome -> outcome.variant().right()
                            && !outcome.variant().group().equals("exact"))
                    .toList();
        }

        public Level level() {
            if (goldReward() <= 0) {
                return Level.UNUSABLE;
            }
            double share = right().stream().filter(this::keeps).count() / (double) Math.max(1, right().size());
            return share >= 0.95
                    ? Level.ROBUST
                    : share >= 0.7 ? Level.FORGIVING : share >= 0.3 ? Level.SENSITIVE : Level.STRICT;
        }

        /** Returns one line on how sensitive the reward is. */
        public String verdict() {
            Outcome exact = outcomes.getFirst();
            if (exact.score() instanceof Score.Unscored unscored) {
                return "unusable: the gold answer itself cannot be scored: " + unscored.message();
            }
            if (level() == Level.UNUSABLE) {
                return "unusable: the gold answer itself earns " + figure(goldReward())
                        + "; the reward may need more than the answer, such as a --field or a trajectory";
            }
            long kept = right().stream().filter(this::keeps).count();
            String lost = String.join(
                    ", ",
                    groups().stream()
                            .filter(group -> !group.name().equals(ProbeVariant.WRONG)
                                    && !group.name().equals(Probe.YOURS)
                                    && group.kept() == 0)
                            .map(Group::name)
                            .toList());
            List<Outcome> wrong = outcomes.stream()
                    .filter(outcome -> outcome.variant().group().equals(ProbeVariant.WRONG))
                    .toList();
            long paid = wrong.stream().filter(this::keeps).count();
            return level().name().toLowerCase(Locale.ROOT) + ": " + kept + " of " + right().size()
                    + " ways to write the answer keep the reward of " + figure(goldReward())
                    + (lost.isEmpty() ? "" : ", never with " + lost) + "; " + paid + " of " + wrong.size()
                    + " wrong answers keep it";
        }

        private static String figure(double value) {
            return String.format(Locale.ROOT, "%.3f", value);
        }
    }
}
