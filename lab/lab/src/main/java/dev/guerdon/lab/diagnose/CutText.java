package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText;
import dev.guerdon.lab.text.GoldText.BareNumber;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds texts of which the model saw only the beginning. */
final class CutText {

    /** How sure a rule is that the cut cost the reward when the gold answer stood behind it and nowhere else. */
    private static final double BEHIND_THE_CUT = 0.92;

    /** Amount of a text that must be hidden to matter where the gold answer is computed from all of it. */
    private static final double LEAST_HIDDEN = 0.05;

    /** A number with this many digits does not stand in a list by chance. */
    private static final int LEAST_TELLING = 4;

    private CutText() {}

    /**
     * Looks for the gold answer behind a cut; else, if it is computed from the text, for the turn that lost the largest share of it; else
     * for a text that ends with the mark of a cut.
     *
     * @param data whether the text is data, fetched to be computed with, and not a page
     * @param textKey where a turn has the whole text
     * @param cutKey where a turn says at how many characters it was cut
     */
    static Optional<Finding> examine(
            DiagnosisRule rule, DiagnosisCase episode, boolean data, String textKey, String cutKey) {
        String thing = data ? "payload" : "page";
        boolean number = BareNumber.of(episode.gold()).isPresent();
        // Data are fetched to be computed with; what is asked of a page may just stand there.
        boolean computed = number
                && (QuestionWording.computed(episode.question())
                        || (data && !QuestionWording.looksUp(episode.question())));
        if (episode.gold().isBlank() || (computed ? countSeen(episode) : episode.goldSeen())) {
            return Optional.empty();
        }
        Optional<Turn> worst = Optional.empty();
        double worstHidden = 0;
        for (Turn turn : episode.turns()) {
            String text = DiagnosisCase.text(turn, textKey);
            int cut = DiagnosisCase.whole(turn, cutKey);
            if (cut < 0 || cut >= text.length()) {
                continue;
            }
            Optional<Finding> behind = behind(rule, episode, turn, thing, text, cut);
            if (behind.isPresent() && !(computed && episode.goldSeen())) {
                return behind;
            }
            double hidden = 1 - cut / (double) text.length();
            // Everything can be on a page; it must speak of what was asked.
            if (hidden > worstHidden && (data || QuestionWording.concerns(episode.question(), text))) {
                worstHidden = hidden;
                worst = Optional.of(turn);
            }
        }
        double share = worstHidden;
        // What is not computed stands somewhere; a text that does not have it did not hide it.
        return worst.filter(turn -> computed && share >= LEAST_HIDDEN)
                .map(turn -> Finding.of(
                                rule,
                                episode.answered() ? 0.5 : 0.6,
                                "The model did not see " + DisplayFormat.percent(share) + " of a " + thing
                                        + " that it worked from.")
                        .because(Evidence.at(
                                turn.index(),
                                "cut at " + DisplayFormat.count(DiagnosisCase.whole(turn, cutKey)) + " of "
                                        + DisplayFormat.count(DiagnosisCase.text(turn, textKey)
                                                .length())
                                        + " characters"))
                        .wouldAtMost(episode))
                .or(() -> marked(rule, episode, data, computed));
    }

    private static Optional<Finding> behind(
            DiagnosisRule rule, DiagnosisCase episode, Turn turn, String thing, String text, int cut) {
        GoldText gold = GoldText.of(episode.gold());
        OptionalInt behind = gold.findFrom(text, cut);
        if (behind.isEmpty() || gold.share(text) < GoldText.MOST) {
            return Optional.empty();
        }
        double certainty = gold.specific() ? BEHIND_THE_CUT : BEHIND_THE_CUT / 2;
        return Optional.of(Finding.of(
                        rule,
                        certainty,
                        "The answer stood in the " + thing + " at character " + DisplayFormat.count(behind.getAsInt())
                                + "; the model saw the first " + DisplayFormat.count(cut) + " of "
                                + DisplayFormat.count(text.length()) + ".")
                .because(Evidence.at(
                        turn.index(),
                        "behind the cut: " + DisplayFormat.quote(GoldText.excerpt(text, behind.getAsInt()))))
                .wouldAtMost(episode));
    }

    /** A run from elsewhere has no whole text; that the gold answer was never shown and a text was cut is a suspicion. */
    private static Optional<Finding> marked(DiagnosisRule rule, DiagnosisCase episode, boolean data, boolean computed) {
        for (Turn turn : episode.turns()) {
            // What does not speak of what was asked did not hide it.
            Optional<CutMarks.Cut> cut = CutMarks.in(turn)
                    .filter(one -> one.data() == data)
                    .filter(one -> computed
                            || !data
                            || QuestionWording.concerns(episode.question(), turn.action() + turn.observation()));
            if (cut.isPresent()) {
                return Optional.of(Finding.of(
                                rule,
                                episode.answered() ? 0.45 : 0.6,
                                "A " + (data ? "payload" : "page")
                                        + " ends where it was cut, and the gold answer was never shown.")
                        .because(Evidence.at(
                                turn.index(),
                                "it ends with " + DisplayFormat.quote(cut.get().mark())))
                        .wouldAtMost(episode));
            }
        }
        return Optional.empty();
    }

    /** Returns whether the gold number was shown, and not by chance: it is long, or stands before what is counted, as in "17 rooms". */
    private static boolean countSeen(DiagnosisCase episode) {
        if (!episode.goldSeen()) {
            return false;
        }
        String digits = episode.gold().replaceAll("\\D", "");
        if (digits.length() >= LEAST_TELLING) {
            return true;
        }
        Optional<String> noun = QuestionWording.counted(episode.question());
        if (noun.isEmpty()) {
            return false;
        }
        Pattern count = Pattern.compile(
                "(?i)(?<![\\w.,])" + Pattern.quote(episode.gold().strip()) + "\\s+(?:\\p{L}+\\s+){0,2}?"
                        + Pattern.quote(noun.get()) + "\\b");
        return episode.turns().stream()
                .anyMatch(turn -> count.matcher(DiagnosisCase.seen(turn)).find());
    }

    /** Recognises by its end that a text was cut, in runs that do not say at how many characters. */
    static final class CutMarks {

        /** A text that was cut. */
        record Cut(boolean data, String mark) {}

        private static final int END = 200;

        /** A text that is shorter than this and ends with dots was written so. */
        private static final int LIKELY_A_LIMIT = 1500;

        private static final int LEAST_DATA = 200;
        private static final int SHOWN = 60;

        private static final Pattern MARK = Pattern.compile(
                "(?i)[\\[(<{…]\\W{0,5}(?:[\\w ]{0,30}\\b)?truncated\\b[^\\n]{0,120}$"
                        + "|\\b(?:output|content|text|page|result|response|observation) (?:was |has been |is )?(?:truncated|cut|clipped|shortened)\\b[^\\n]{0,80}$"
                        + "|\\b[\\d,.]+ (?:more |further |remaining |other )?(?:characters?|chars|bytes|tokens|lines|rows)(?: (?:more|omitted|remaining|not shown|left out|truncated|skipped))\\W*$"
                        + "|(?:\\.{3}|…|\\+)\\W{0,3}\\d[\\d,. ]*more(?: \\w+)?\\W*$|\\bshowing (?:the )?(?:first )?[\\d,.]+ of [\\d,.]+[^\\n]{0,40}$");

        private CutMarks() {}

        /** Returns whether what a turn returned was cut. Where the turn has Guerdon's own marks, they count, and this says nothing. */
        static Optional<Cut> in(Turn turn) {
            boolean marked = !DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT).isEmpty()
                    || !DiagnosisCase.text(turn, TurnInfo.PAYLOAD).isEmpty();
            String text = turn.observation().strip();
            if (marked || text.isEmpty()) {
                return Optional.empty();
            }
            boolean data = text.startsWith("{") || text.startsWith("[");
            String end = text.substring(Math.max(0, text.length() - END));
            Matcher mark = MARK.matcher(end);
            boolean says = mark.find();
            boolean dots = text.length() >= LIKELY_A_LIMIT && (end.endsWith("…") || end.endsWith("..."));
            boolean open = data && text.length() >= LEAST_DATA && open(text);
            if (!says && !dots && !open) {
                return Optional.empty();
            }
            String shown = says ? mark.group() : end.substring(Math.max(0, end.length() - SHOWN));
            return Optional.of(new Cut(data, shown.strip()));
        }

        /** Returns whether a JSON text ends before it is closed. */
        static boolean open(String text) {
            int depth = 0;
            boolean quoted = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (quoted) {
                    if (c == '\\') {
                        i++;
                    } else if (c == '"') {
                        quoted = false;
                    }
                } else if (c == '"') {
                    quoted = true;
                } else if (c == '{' || c == '[') {
                    depth++;
                } else if (c == '}' || c == ']') {
                    depth--;
                    if (depth == 0) {
                        return false;
                    }
                }
            }
            return depth > 0;
        }
    }
}
