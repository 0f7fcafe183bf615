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

    /** How many samples the policies with very long answers are tried on. */
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

    /** Whether an answer is the gold one but for case, spacing and punctuation: then it earns its reward by chance. */
    private static boolean same(String answer, String gold) {
        return answer.length() <= 2 * gold.length() + 20 && plain(answer).equals(plain(gold));
    }

    private static String plain(String text) {
        String letters = text.toLowerCase(Locale.ROOT).replaceAll("[\\s\\p{Punct}]+", "");
        return letters.isEmpty() ? text.strip() : letters;
    }

    /** The sample with another answer, in its trajectory too. */
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
}
