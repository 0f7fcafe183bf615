package dev.guerdon.lab;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.probe.AuditPolicies;
import dev.guerdon.lab.probe.GoldFields;
import dev.guerdon.lab.spi.AuditPolicy;
import dev.guerdon.lab.spi.AuditPolicy.Kind;
import dev.guerdon.lab.spi.KeyMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers samples with policies that have solved nothing, to see what a reward pays for it. */
@Experimental
public final class Audit {

    /** Number of samples that the policies with very long answers are tried on. */
    private static final int FEW = 10;

    private final RewardEntry reward;
    private final Scorer scorer;
    private final @Nullable Double threshold;
    private final @Nullable String goldField;

    /** An audit with the thresholds that are usual, of samples whose gold answers stand where the reward looks for them. */
    public Audit(RewardEntry reward, Scorer scorer) {
        this(reward, scorer, null, null);
    }

    /**
     * @param scorer runs the reward; give it a deadline
     * @param threshold the mean that a policy may earn; where null, nothing for answers that are none, and
     *     {@link AuditReport#CHANCE} for those that may be right by chance
     * @param goldField where the gold answer stands; where null, it is looked for in the fields that the reward reads
     */
    public Audit(RewardEntry reward, Scorer scorer, @Nullable Double threshold, @Nullable String goldField) {
        this.reward = reward;
        this.scorer = scorer;
        this.threshold = threshold;
        this.goldField = goldField;
    }

    /** Tries the policies that come with Guerdon. */
    public AuditReport run(List<? extends Sample> samples) {
        return run(samples, AuditPolicies.all());
    }

    /** Tries these policies. */
    public AuditReport run(List<? extends Sample> samples, List<AuditPolicy> policies) {
        List<Optional<String>> golds = samples.stream().map(this::gold).toList();
        List<String> different = different(golds);
        List<AuditReport.Row> rows = new ArrayList<>();
        for (AuditPolicy policy : policies) {
            Tally tally = new Tally(policy);
            int most = policy.expensive() ? Math.min(FEW, samples.size()) : samples.size();
            for (int i = 0; i < most; i++) {
                Sample sample = samples.get(i);
                @Nullable String gold = golds.get(i).orElse(null);
                policy.answer().of(sample, gold, different).ifPresent(answer -> tally.add(sample, answer, gold));
            }
            rows.add(tally.row());
        }
        int known = (int) golds.stream().filter(Optional::isPresent).count();
        return new AuditReport(reward.name(), samples.size(), known, rows);
    }

    private Optional<String> gold(Sample sample) {
        return goldField == null
                ? GoldFields.find(reward, sample.fields())
                : GoldFields.text(sample.fields().get(goldField));
    }

    private static List<String> different(List<Optional<String>> golds) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        golds.stream().flatMap(Optional::stream).forEach(gold -> counts.merge(gold, 1, Integer::sum));
        return counts.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Adds up what one policy earns. */
    private final class Tally {
        private final AuditPolicy policy;
        private int calls;
        private double sum;
        private int paid;
        private int failures;
        private int crashes;
        private String failure = "";
        private Optional<AuditReport.Example> worst = Optional.empty();
        private Duration slowest = Duration.ZERO;

        Tally(AuditPolicy policy) {
            this.policy = policy;
        }

        void add(Sample sample, String answer, @Nullable String gold) {
            boolean blind = policy.kind() == Kind.EMPTY || policy.kind() == Kind.BLIND;
            if (blind && gold != null && same(answer, gold)) {
                return;
            }
            long start = System.nanoTime();
            Score score = scorer.score(reward, answered(sample, answer));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            slowest = took.compareTo(slowest) > 0 ? took : slowest;
            calls++;
            switch (score) {
                case Score.Scored scored ->
                    earned(sample, answer, scored.result().reward());
                case Score.Unscored unscored -> {
                    failure = failures++ == 0 ? unscored.message() : failure;
                    if (unscored.reason() == Score.Reason.ERROR || unscored.reason() == Score.Reason.INVALID_RESULT) {
                        crashes++;
                    }
                }
            }
        }

        private void earned(Sample sample, String answer, double amount) {
            if (amount > 0) {
                sum += amount;
                paid++;
                if (worst.isEmpty() || amount > worst.get().reward()) {
                    worst = Optional.of(new AuditReport.Example(sample.id(), answer, amount));
                }
            }
        }

        private double threshold() {
            if (threshold != null) {
                return threshold;
            }
            return policy.kind() == Kind.BLIND ? AuditReport.CHANCE : 0;
        }

        AuditReport.Row row() {
            int scored = calls - failures;
            return new AuditReport.Row(
                    policy.name(),
                    policy.kind(),
                    calls,
                    scored == 0 ? Double.NaN : sum / scored,
                    scored == 0 ? Double.NaN : (double) paid / scored,
                    worst,
                    failures,
                    crashes,
                    failure,
                    slowest,
                    threshold());
        }
    }

    /** Returns whether an answer is the gold one but for case, spacing and punctuation: then it earns its reward by chance. */
    private static boolean same(String answer, String gold) {
        return answer.length() <= 2 * gold.length() + 20 && plain(answer).equals(plain(gold));
    }

    private static String plain(String text) {
        String letters = text.toLowerCase(Locale.ROOT).replaceAll("[\\s\\p{Punct}]+", "");
        return letters.isEmpty() ? text.strip() : letters;
    }

    /** Returns the sample with another answer, in its trajectory too. */
    private static Sample answered(Sample sample, String answer) {
        List<Message> messages = new ArrayList<>(sample.trajectory().messages());
        int last = messages.size() - 1;
        while (last >= 0 && !messages.get(last).isAssistant()) {
            last--;
        }
        if (last >= 0 && messages.get(last).toolCalls().isEmpty()) {
            messages.set(last, Message.assistant(answer));
        } else {
            messages.add(Message.assistant(answer));
        }
        return Sample.of(
                sample.id(),
                answer,
                Trajectory.of(messages),
                sample.fields(),
                Context.detached(sample.context().metadata()));
    }

    /**
     * Rewards that the policies of an audit earned.
     *
     * @param reward the reward's name
     * @param samples how many samples were tried
     * @param golds how many of them have a gold answer that could be found
     * @param rows what each policy earned
     */
    public record AuditReport(String reward, int samples, int golds, List<Row> rows) {

        /** The mean that a blind policy may earn: words in common, and being right by chance. */
        public static final double CHANCE = 0.1;

        /** What the gold answer must earn on average. */
        private static final double FULL = KeyMetrics.PERFECT;

        /** Calls that took longer are told. */
        public static final Duration SLOW = Duration.ofMillis(500);

        public AuditReport {
            rows = List.copyOf(rows);
        }

        /**
         * Rewards that one policy earned.
         *
         * @param policy its name
         * @param kind what it should earn
         * @param calls how many answers were scored or failed to be
         * @param mean the mean reward of the answers that were scored, where a reward below 0 counts as 0; NaN if none was; answers that
         *     are right by chance are left out
         * @param share the share of scored answers that earned more than 0; NaN if none was
         * @param worst the answer that earned most
         * @param failures how many calls gave no score
         * @param crashes how many of them because the reward threw or returned no number
         * @param failure what the first of them said
         * @param slowest the longest call
         * @param limit the mean it may earn
         */
        public record Row(
                String policy,
                Kind kind,
                int calls,
                double mean,
                double share,
                Optional<Example> worst,
                int failures,
                int crashes,
                String failure,
                Duration slowest,
                double limit) {

            /** Returns whether it earns more than it should. */
            public boolean undeserved() {
                return (kind == Kind.EMPTY || kind == Kind.BLIND) && mean > limit + 1e-9;
            }

            /** Returns whether the gold answer does not earn what it should. */
            public boolean lost() {
                return kind == Kind.GOLD && mean < FULL;
            }

            /** Returns how many answers are missing from the mean, for a sentence; empty for none. */
            String missing() {
                return failures == 0 ? "" : " over " + (calls - failures) + " scored answers, " + failures + " missing";
            }

            public boolean slow() {
                return slowest.compareTo(SLOW) > 0;
            }

            /** Returns whether there is anything to tell. */
            public boolean notable() {
                return mean > 0 || failures > 0 || slow() || lost();
            }
        }

        /** An answer that earned something. */
        public record Example(String sample, String answer, double reward) {}

        /** Something about the reward that its author should know. */
        public record Finding(Type type, String policy, String message) {}

        /** Subject of a finding. */
        public enum Type {
            /** A policy that should earn nothing earns something. The audit fails. */
            UNDESERVED,
            /** The prompt itself, or its formula, earns something. */
            ECHO,
            /** The gold answer does not earn the full reward. */
            GOLD_LOST,
            /** The reward threw or returned no number. */
            CRASH,
            /** The reward says that it cannot score an answer, or passed its deadline. */
            UNSCORED,
            /** An answer earns more than 1, or the gold answer earns more when it is repeated. */
            OVERPAID,
            /** A call took long. */
            SLOW
        }

        /** Returns whether something was scored, and no policy earns more than it should. */
        public boolean passed() {
            return scored() && rows.stream().noneMatch(Row::undeserved);
        }

        private boolean scored() {
            return rows.stream().anyMatch(row -> row.calls() > row.failures());
        }

        public List<Finding> findings() {
            List<Finding> out = new ArrayList<>();
            for (Row row : rows) {
                if (row.undeserved()) {
                    String message = String.format(
                            Locale.ROOT,
                            "earns %.3f on average (at most %.3f is deserved), and more than 0 on %.0f %% of samples",
                            row.mean(),
                            row.limit(),
                            100 * row.share());
                    out.add(new Finding(Type.UNDESERVED, row.policy(), message + row.missing()));
                }
                if (row.policy().startsWith(AuditPolicies.ECHO) && row.mean() > 0) {
                    out.add(new Finding(Type.ECHO, row.policy(), echo(row)));
                }
                if (row.lost()) {
                    String message =
                            String.format(Locale.ROOT, "the gold answer itself earns %.3f on average", row.mean());
                    out.add(new Finding(
                            Type.GOLD_LOST, row.policy(), message + row.missing() + ": a right answer may go unpaid"));
                }
                if (row.failures() > 0) {
                    out.add(new Finding(
                            row.crashes() > 0 ? Type.CRASH : Type.UNSCORED,
                            row.policy(),
                            row.failures() + " of " + row.calls() + " answers could not be scored: " + row.failure()));
                }
                overpaid(row).ifPresent(message -> out.add(new Finding(Type.OVERPAID, row.policy(), message)));
                if (row.slow()) {
                    out.add(new Finding(
                            Type.SLOW,
                            row.policy(),
                            "a call took " + row.slowest().toMillis() + " ms"));
                }
            }
            return out;
        }

        private String echo(Row row) {
            String message =
                    String.format(Locale.ROOT, "repeating the prompt is paid on %.0f %% of samples", 100 * row.share());
            return reward.startsWith("math_equal_reward")
                    ? message
                            + ": where a task asks to evaluate, simplify, factor or give a decimal, ask for it with the option"
                            + " form (evaluated, simplified, factored, decimal), as in math_equal_reward(form=evaluated)"
                    : message;
        }

        private Optional<String> overpaid(Row row) {
            double most = row.worst().map(Example::reward).orElse(0.0);
            double gold = rows.stream()
                    .filter(other -> other.kind() == Kind.GOLD)
                    .mapToDouble(Row::mean)
                    .filter(mean -> !Double.isNaN(mean))
                    .max()
                    .orElse(Double.POSITIVE_INFINITY);
            if (most > 1 + 1e-9) {
                return Optional.of(String.format(Locale.ROOT, "an answer earns %.3f, more than 1", most));
            }
            if (row.kind() == Kind.HINTED && row.mean() > gold + 1e-9) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "earns %.3f on average, more than the gold answer alone (%.3f)",
                        row.mean(),
                        gold));
            }
            return Optional.empty();
        }

        /** Returns one line on what was found. */
        public String verdict() {
            if (!scored()) {
                return "unusable: no answer could be scored: "
                        + rows.stream()
                                .map(Row::failure)
                                .filter(said -> !said.isEmpty())
                                .findFirst()
                                .orElse("no samples");
            }
            long undeserved = rows.stream().filter(Row::undeserved).count();
            long judged = rows.stream()
                    .filter(row -> row.kind() == Kind.EMPTY || row.kind() == Kind.BLIND)
                    .count();
            boolean lost = rows.stream().anyMatch(Row::lost);
            int failures = rows.stream().mapToInt(Row::failures).sum();
            return (undeserved == 0
                            ? "passed: none of " + judged + " policies that should earn nothing does"
                            : "failed: " + undeserved + " of " + judged + " policies that should earn nothing do")
                    + (golds == 0 ? "; no gold answers were found, so the gold policies were not tried" : "")
                    + (lost ? "; but the gold answer does not earn the full reward" : "")
                    + (failures > 0
                            ? "; " + failures + " answers could not be scored and are missing from these figures"
                            : "");
        }
    }
}
