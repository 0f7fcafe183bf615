package dev.guerdon.lab.diagnose;

import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.diagnose.CutText.CutMarks;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GoldText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares an answer with what the agent was shown and with what it said itself. */
final class SourceUse {

    /** So few characters of a text are no page. */
    private static final int LEAST_CONTENT = 40;

    /** A prompt that is longer may hold a page. */
    private static final int LONGEST_PROMPT = 2_000;

    private static final int LONGEST_REPLY = 1_500;
    private static final int MOST_SENTENCES = 5_000;
    private static final Pattern NOTHING = Pattern.compile(
            "(?is)\\W*(?:(?:no|0|zero) (?:search )?(?:results?|matches|hits|pages?)(?: (?:were )?found)?|not found|none|null|nothing(?: found)?|ok|done|true|about:blank|empty)?\\W*");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s+|\\R+");

    private SourceUse() {}

    /** Finds that the agent answered though no page, result or data was ever shown to it. */
    static Optional<Finding> neverSeen(DiagnosisRule rule, DiagnosisCase episode) {
        List<Turn> turns = episode.turns();
        if (!plainlyWrong(episode)
                || turns.stream().noneMatch(turn -> SubmittedAction.isAction(turn.action()))
                || turns.stream().anyMatch(turn -> shows(turn) || TurnFailures.any(turn))) {
            return Optional.empty();
        }
        return Optional.of(Finding.of(rule, 0.45, "It answered without a source: no step showed it a page or data.")
                .because(Evidence.at(
                        turns.getLast().index(),
                        "submitted " + DisplayFormat.quote(episode.answer()) + " after "
                                + DisplayFormat.quote(turns.getFirst().action())))
                .wouldAtMost(episode));
    }

    private static boolean shows(Turn turn) {
        return !NOTHING.matcher(turn.observation()).matches()
                || turn.prompt().length() > LONGEST_PROMPT
                || DiagnosisCase.text(turn, TurnInfo.PAGE_TEXT).length() >= LEAST_CONTENT
                || !DiagnosisCase.text(turn, TurnInfo.PAYLOAD).isBlank();
    }

    /** Finds that the agent itself named the gold answer on its way, and then submitted something else. */
    static Optional<Finding> letGo(DiagnosisRule rule, DiagnosisCase episode) {
        GoldText gold = GoldText.of(episode.gold());
        if (!plainlyWrong(episode) || gold.share(episode.question()) >= GoldText.MOST) {
            return Optional.empty();
        }
        return episode.turns().stream()
                .filter(turn -> turn.reply().length() <= LONGEST_REPLY
                        && !turn.reply().strip().equals(episode.answer().strip()))
                .filter(turn -> gold.specific()
                        ? gold.share(turn.reply()) >= 1
                        : SENTENCE.splitAsStream(turn.reply())
                                .anyMatch(one ->
                                        gold.share(one) >= 1 && QuestionWording.concerns(episode.question(), one)))
                .reduce((earlier, later) -> later)
                .map(turn -> Finding.of(
                                rule,
                                gold.specific() ? 0.8 : 0.5,
                                "It named the gold answer in step " + (turn.index() + 1) + ", and submitted another.")
                        .because(Evidence.at(
                                turn.index(),
                                "it said "
                                        + DisplayFormat.quote(GoldText.excerpt(
                                                turn.reply(),
                                                gold.findFrom(turn.reply(), 0).orElse(0)))))
                        .because(Evidence.overall("submitted " + DisplayFormat.quote(episode.answer())))
                        .wouldAtMost(episode));
    }

    /** Finds that a page says word for word what was asked, with the answer that was given, and that no page has the gold answer. */
    static Optional<Finding> contradicted(DiagnosisRule rule, DiagnosisCase episode) {
        Set<String> asked = QuestionWording.stems(episode.question());
        if (!plainlyWrong(episode)
                || asked.size() < 2
                || episode.goldSeen()
                || episode.answer().length() > LEAST_CONTENT) {
            return Optional.empty();
        }
        GoldText answer = GoldText.of(episode.answer());
        if (answer.share(episode.question()) > 0) {
            return Optional.empty();
        }
        for (Turn turn : episode.turns()) {
            String seen = DiagnosisCase.seen(turn);
            if (!DiagnosisCase.text(turn, TurnInfo.PAYLOAD).isEmpty()
                    || seen.strip().startsWith("{")
                    || CutMarks.in(turn).isPresent()) {
                continue; // data are computed with, and what was cut says nothing against the gold answer
            }
            Optional<String> sentence = SENTENCE.splitAsStream(seen)
                    .limit(MOST_SENTENCES)
                    .filter(one -> answer.share(one) >= 1 && !one.strip().endsWith("?") && hasAll(one, asked))
                    .filter(one -> isCounted(one, episode))
                    .findFirst();
            if (sentence.isPresent()) {
                return Optional.of(Finding.of(
                                rule,
                                0.88,
                                "A page says what was answered, and no page says the gold answer: the gold may be wrong.")
                        .because(
                                Evidence.at(turn.index(), "the page says " + DisplayFormat.quote(sentence.get())),
                                Evidence.overall("the gold answer is " + DisplayFormat.quote(episode.gold())))
                        .wouldAtMost(episode));
            }
        }
        return Optional.empty();
    }

    /** Returns whether a sentence counts what was asked to be counted: "184 berths", and not "berth 184". */
    private static boolean isCounted(String sentence, DiagnosisCase episode) {
        return QuestionWording.counted(episode.question())
                .map(noun -> Pattern.compile(
                                "(?i)\\b" + Pattern.quote(episode.answer().strip()) + "\\s+(?:\\p{L}+\\s+){0,2}?"
                                        + Pattern.quote(noun))
                        .matcher(sentence)
                        .find())
                .orElse(true);
    }

    private static boolean hasAll(String sentence, Set<String> stems) {
        String text = sentence.toLowerCase(Locale.ROOT);
        return stems.stream()
                .allMatch(stem -> Pattern.compile("\\b" + Pattern.quote(stem))
                        .matcher(text)
                        .find());
    }

    private static boolean plainlyWrong(DiagnosisCase episode) {
        return episode.answered() && !episode.gold().isBlank();
    }
}
