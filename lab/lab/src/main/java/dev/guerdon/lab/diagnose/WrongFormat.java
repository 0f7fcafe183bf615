package dev.guerdon.lab.diagnose;

import dev.guerdon.lab.diagnose.WrongFormat.AnswerVariants.Variant;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Counterfactual;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The submitted answer says the right thing in a form that the reward does not take.
 *
 * <p>A wrong value in a sentence loses by its value: rewards that give something for being near would hide that. So the bare form must earn
 * nearly all that was lost, and the answer must commit itself to it.
 */
final class WrongFormat {

    /** Below this gain another form did not matter. */
    private static final double LEAST_GAIN = 0.01;

    /** The share of what was lost that the bare form must bring back to be the cause. */
    private static final double NEARLY_ALL = 0.9;

    /** How sure a rule is of a part: less than that the answer is simply wrong. */
    private static final double A_PART = 0.28;

    /** What a reward gives an answer that it takes. */
    private static final double FULL = 0.99;

    private static final double SAME_NUMBER = 1e-6;

    private WrongFormat() {}

    static Optional<Finding> examine(DiagnosisRule rule, DiagnosisCase episode) {
        if (!episode.answered() || !episode.episode().scored()) {
            return Optional.empty();
        }
        List<Variant> variants = variants(episode);
        List<Optional<Double>> scores =
                episode.rescore(variants.stream().map(Variant::text).toList());
        if (scores.stream().allMatch(Optional::isEmpty)) {
            return withoutReward(rule, episode, variants);
        }
        double reward = episode.episode().reward();
        int best = -1;
        double bestScore = reward + LEAST_GAIN;
        for (int i = 0; i < variants.size(); i++) {
            double score = scores.get(i).orElse(Double.NEGATIVE_INFINITY);
            // A value that had to be picked out of several must be clearly better than one that is simply there.
            if (score > bestScore + (best >= 0 && variants.get(i).picked() ? LEAST_GAIN : 0)) {
                best = i;
                bestScore = score;
            }
        }
        return best < 0 ? Optional.empty() : Optional.of(finding(rule, episode, variants.get(best), bestScore));
    }

    private static Finding finding(DiagnosisRule rule, DiagnosisCase episode, Variant variant, double score) {
        double reward = episode.episode().reward();
        double most = episode.atMost().map(Counterfactual::score).orElse(Math.max(1, score));
        double recovered = (score - reward) / Math.max(most - reward, score - reward);
        double certainty = variant.picked() ? 0.8 : 0.96;
        // Where the reward does not take the gold answer as it stands, its score is no measure: all of it must be
        // there, and nothing else.
        boolean whole = (score <= most && most >= FULL)
                || (GoldText.of(episode.gold()).share(variant.text()) >= 1
                        && GoldText.of(variant.text()).share(episode.gold()) >= 1);
        return Finding.of(
                        rule,
                        recovered >= NEARLY_ALL && whole ? certainty * recovered : A_PART * recovered,
                        "The answer scored " + DisplayFormat.reward(reward) + ", but its bare form scores "
                                + DisplayFormat.reward(score) + ".")
                .because(evidence(episode, variant))
                .would(new Counterfactual(score, variant.text(), false));
    }

    /** Returns where nothing can be scored, the bare form must be the gold answer itself. */
    private static Optional<Finding> withoutReward(DiagnosisRule rule, DiagnosisCase episode, List<Variant> variants) {
        String gold = episode.gold().strip().toLowerCase(Locale.ROOT);
        if (gold.isEmpty() || episode.answer().strip().toLowerCase(Locale.ROOT).equals(gold)) {
            return Optional.empty();
        }
        return variants.stream()
                .filter(variant ->
                        variant.text().strip().toLowerCase(Locale.ROOT).equals(gold)
                                || sameNumber(variant.text(), episode.gold()))
                .findFirst()
                .map(variant -> Finding.of(rule, 0.75, "The bare form of the answer is the gold answer.")
                        .because(evidence(episode, variant)));
    }

    private static List<Evidence> evidence(DiagnosisCase episode, Variant variant) {
        return List.of(
                Evidence.overall("submitted: " + DisplayFormat.quote(episode.answer())),
                Evidence.overall("bare: " + DisplayFormat.quote(variant.text()) + " ("
                        + String.join(", ", variant.changes()) + ")"));
    }

    /** Returns the forms of an answer that say what it says; where the gold answer is a number or a date, only those that are the same one. */
    private static List<Variant> variants(DiagnosisCase episode) {
        String gold = episode.gold();
        String answer = episode.answer();
        List<Variant> all = new ArrayList<>();
        boolean number = BareNumber.of(gold).isPresent();
        List<LocalDate> goldDates = number ? List.of() : DiagnosisCase.dates(gold);
        boolean date = goldDates.size() == 1 && gold.strip().length() < 30;
        Optional<Double> claimed = number ? AnswerClaim.number(episode.question(), answer) : Optional.empty();
        boolean hedges = AnswerClaim.hedges(answer);
        for (Variant variant : AnswerVariants.of(answer)) {
            String bare = unwrapped(variant.text());
            boolean committed = number
                    ? sameNumber(bare, gold)
                            && (claimed.isEmpty()
                                    ? !variant.picked() && !hedges && !AnswerClaim.contrasts(answer, bare)
                                    : same(claimed.get(), gold))
                    : date
                            ? sameDate(bare, goldDates.getFirst()) && sameDate(answer, goldDates.getFirst()) && !hedges
                            : !(variant.picked() && !AnswerClaim.states(episode.question(), answer, bare))
                                    && !(variant.fromProse() && (hedges || AnswerClaim.contrasts(answer, bare)));
            if (committed) {
                all.add(variant);
            }
        }
        claimed.filter(value -> same(value, gold))
                .ifPresent(value -> all.add(new Variant(
                        BareNumber.written(value), List.of("only the number that it commits itself to"), false)));
        if (!number && !date && AnswerClaim.states(episode.question(), answer, gold)) {
            all.add(new Variant(gold.strip(), List.of("only what it says"), false));
        }
        if (date && sameDate(answer, goldDates.getFirst()) && !hedges) {
            all.add(new Variant(gold.strip(), List.of("with the date written otherwise"), false));
        }
        return all;
    }

    private static String unwrapped(String text) {
        return text.replaceAll("^(?:<answer>|\\\\boxed\\{)|(?:</answer>|\\})$", "");
    }

    private static boolean sameNumber(String text, String gold) {
        return BareNumber.of(text).filter(value -> same(value, gold)).isPresent();
    }

    private static boolean same(double value, String gold) {
        double right = BareNumber.of(gold).orElse(Double.NaN);
        // More digits than the gold answer has do no harm; other ones do.
        double rounding = 0.5 * Math.pow(10, -BareNumber.decimals(gold));
        return Math.abs(value - right) < Math.max(rounding, SAME_NUMBER * Math.abs(right));
    }

    private static boolean sameDate(String text, LocalDate date) {
        List<LocalDate> dates = DiagnosisCase.dates(text);
        return !dates.isEmpty() && dates.stream().allMatch(date::equals);
    }

    /**
     * An answer written in other ways: without prose, markdown, currency, separators and units, with dates and lists laid out otherwise.
     *
     * <p>Nothing here knows the gold answer; a variant only says what the submitted answer says. Bounded in number and size.
     */
    static final class AnswerVariants {

        private static final int MAX_VARIANTS = 120;
        private static final int MAX_CHANGES = 4;
        private static final int MAX_LENGTH = 20_000;

        /**
         * An answer in another form.
         *
         * @param text the answer
         * @param changes what was done to it, in order
         * @param picked whether it is one of several values that the answer holds, so that something had to choose
         */
        public record Variant(String text, List<String> changes, boolean picked) {

            /** Returns whether it was taken out of a sentence, which may say more than it. */
            public boolean fromProse() {
                return changes.contains(AnswerRewrite.PROSE.words());
            }
        }

        private AnswerVariants() {}

        /** Returns the variants of an answer, those with the fewest changes first; the answer itself is not among them. */
        public static List<Variant> of(String answer) {
            if (answer.isBlank() || answer.length() > MAX_LENGTH) {
                return List.of();
            }
            Set<String> seen = new HashSet<>(Set.of(answer));
            List<Variant> variants = new ArrayList<>();
            ArrayDeque<Variant> open = new ArrayDeque<>(List.of(new Variant(answer, List.of(), false)));
            while (!open.isEmpty() && variants.size() < MAX_VARIANTS) {
                Variant from = open.remove();
                for (AnswerRewrite rewrite : AnswerRewrite.values()) {
                    List<String> texts = rewrite.apply(from.text);
                    for (String text : texts) {
                        if (!text.isBlank() && text.length() <= MAX_LENGTH && seen.add(text)) {
                            List<String> changes = new ArrayList<>(from.changes);
                            changes.add(rewrite.words());
                            Variant variant = new Variant(
                                    text, List.copyOf(changes), from.picked || (rewrite.chooses() && texts.size() > 1));
                            variants.add(variant);
                            if (changes.size() < MAX_CHANGES && rewrite.goesOn()) {
                                open.add(variant);
                            }
                        }
                    }
                }
            }
            return variants;
        }
    }
}
