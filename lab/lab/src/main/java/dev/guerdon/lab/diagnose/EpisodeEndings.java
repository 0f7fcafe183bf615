package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.lab.diagnose.IncompleteReplies.Unfinished;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.GiveUpWords;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Recognises causes by how an episode ended: by a fault, a limit, no answer, or a wrong one. */
final class EpisodeEndings {

    private static final int LONGEST_ERROR = 300;

    /** What an error of the model says, which ended the episode as any other would. */
    private static final Pattern OF_THE_MODEL = Pattern.compile(
            "(?i)\\b(?:the model['’]s|llm|language model|chat completion|openai|anthropic|api[ _]?key|insufficient_quota"
                    + "|context[_ ]length|max(?:imum)? context)\\b");

    /** Limits that have causes of their own. */
    private static final Set<FinishReason> NOT_OF_STEPS = EnumSet.of(FinishReason.CUT_REPLY, FinishReason.FORMAT_LIMIT);

    private static final String NO_MORE = "the run says no more than that";

    private EpisodeEndings() {}

    /** Returns the model reached its limit of tokens in the middle of a reply; where nobody says why the last one ended, its own end may. */
    static Optional<Finding> cutReply(DiagnosisRule rule, DiagnosisCase episode) {
        Optional<Finding> said =
                IncompleteReplies.examine(rule, episode, Finish.CUT, "The reply was cut by the limit of tokens");
        Optional<Turn> last = last(episode);
        if (said.isPresent()
                || last.filter(turn -> IncompleteReplies.said(turn) != Finish.UNKNOWN)
                        .isPresent()) {
            return said;
        }
        String reply = last.map(Turn::reply).filter(text -> !text.isBlank()).orElse(episode.answer());
        if (GiveUpWords.isPlaceholder(reply)) {
            return Optional.empty();
        }
        return Unfinished.why(reply)
                .map(why -> Finding.of(rule, 0.7, "The last reply stops in the middle.")
                        .because(atTheEnd(episode, "the reply ends with " + IncompleteReplies.end(reply) + ": " + why))
                        .wouldAtMost(episode));
    }

    /** Returns the environment, or what the episode ran on, broke; the agent is not to blame. */
    static Optional<Finding> environmentFault(DiagnosisRule rule, DiagnosisCase episode) {
        List<Turn> faults = episode.turns().stream()
                .filter(turn -> !TurnFailures.environment(turn).isEmpty())
                .toList();
        FinishReason finish = episode.episode().finish();
        boolean failed = episode.episode().failed() && !modelFailed(episode);
        if (faults.isEmpty() && !failed) {
            return Optional.empty();
        }
        String how = finish == FinishReason.ENVIRONMENT_LOST
                ? "The environment was lost."
                : "The episode ended in an error.";
        double overcome = episode.answered() ? (episode.goldSeen() ? 0.2 : 0.4) : 0.93;
        List<Evidence> evidence = new ArrayList<>();
        faults.stream()
                .limit(3)
                .forEach(turn ->
                        evidence.add(Evidence.at(turn.index(), DisplayFormat.quote(TurnFailures.environment(turn)))));
        String error = episode.episode().error();
        if (faults.isEmpty() || !error.isEmpty()) {
            evidence.add(Evidence.overall(error.isEmpty() ? NO_MORE : DisplayFormat.quote(error)));
        }
        return Optional.of(Finding.of(
                        rule,
                        failed ? (faults.isEmpty() ? 0.93 : 0.98) : overcome,
                        failed ? how : "The environment broke in " + DisplayFormat.times(faults.size(), "step") + ".")
                .because(evidence)
                .wouldAtMost(episode));
    }

    /** The answer is wrong, or only partly right, for no reason that another rule knows. */
    static Optional<Finding> wrongAnswer(DiagnosisRule rule, DiagnosisCase episode) {
        if (!episode.answered() || episode.gold().isBlank()) {
            return Optional.empty();
        }
        return Optional.of(sighted(
                episode,
                Finding.of(rule, 0.3, AnswerDifference.words(episode))
                        .because(Evidence.overall("submitted " + DisplayFormat.quote(episode.answer()) + ", gold "
                                + DisplayFormat.quote(episode.gold())))
                        .wouldAtMost(episode)));
    }

    /** Returns the model gave no answer: it was not reached, refused, or failed. */
    static Optional<Finding> modelFailure(DiagnosisRule rule, DiagnosisCase episode) {
        String error = episode.episode().error();
        if (!modelFailed(episode)) {
            return Optional.empty();
        }
        String summary = error.isEmpty()
                ? "."
                : ": " + DisplayFormat.cut(episode.episode().errorInShort(), LONGEST_ERROR)
                        + (error.strip().endsWith(".") ? "" : ".");
        return Optional.of(Finding.of(rule, 0.97, "The model failed after " + steps(episode) + summary)
                .because(atTheEnd(episode, error.isEmpty() ? NO_MORE : DisplayFormat.quote(error)))
                .wouldAtMost(episode));
    }

    /** Returns whether the model failed, by the way the episode ended or by its error. */
    private static boolean modelFailed(DiagnosisCase episode) {
        FinishReason finish = episode.episode().finish();
        return finish.kind() == FinishReason.Kind.MODEL_FAILED
                || (finish == FinishReason.ERROR
                        && OF_THE_MODEL.matcher(episode.episode().error()).find());
    }

    /** Returns the episode ended without an answer. */
    static Optional<Finding> noAnswer(DiagnosisRule rule, DiagnosisCase episode) {
        FinishReason finish = episode.episode().finish();
        if (!episode.recorded()
                || episode.answered()
                || (episode.gold().isBlank() && finish == FinishReason.TERMINAL)) {
            return Optional.empty();
        }
        boolean nothing = episode.answer().isBlank();
        String summary = nothing ? "The episode ended without an answer after " : "The agent gave up after ";
        return Optional.of(sighted(
                episode,
                Finding.of(rule, 0.5, summary + steps(episode) + ".")
                        .because(atTheEnd(
                                episode,
                                "it ended by " + finish.word() + ", and submitted "
                                        + (nothing ? "nothing" : DisplayFormat.quote(episode.answer()))))
                        .wouldAtMost(episode)));
    }

    /** Nobody wrote down what happened, so nothing more can be known. */
    static Optional<Finding> notRecorded(DiagnosisRule rule, DiagnosisCase episode) {
        return episode.recorded()
                ? Optional.empty()
                : Optional.of(Finding.of(
                                rule,
                                0.3,
                                "The episode ended after " + steps(episode) + " with a reward of "
                                        + DisplayFormat.reward(episode.episode().reward()) + "; no step is recorded.")
                        .because(Evidence.overall(
                                "it ended by " + episode.episode().finish().word())));
    }

    /** Replies of the model could not be read as actions. */
    static Optional<Finding> parseError(DiagnosisRule rule, DiagnosisCase episode) {
        Optional<Finding> action = SubmittedAction.examine(rule, episode);
        if (action.isPresent()) {
            return action;
        }
        boolean reminded = episode.episode().finish() == FinishReason.FORMAT_LIMIT;
        Optional<Finding> found = FailedTurns.examine(
                rule, episode, TurnFailures::unreadable, "A reply could not be read", reminded ? 0.5 : 0.02);
        return reminded && found.isEmpty()
                ? Optional.of(
                        Finding.of(rule, 0.95, "The replies could not be read, however often the model was reminded.")
                                .because(Evidence.overall("it ended by " + FinishReason.FORMAT_LIMIT.word()))
                                .wouldAtMost(episode))
                : found;
    }

    /** Returns the limit of turns, tokens, time or money ended the episode. */
    static Optional<Finding> stepBudget(DiagnosisRule rule, DiagnosisCase episode) {
        FinishReason finish = episode.episode().finish();
        if (!episode.episode().truncated() || NOT_OF_STEPS.contains(finish)) {
            return Optional.empty();
        }
        String limit = finish == FinishReason.BUDGET ? "limit of tokens, time or money" : "limit of " + finish.limit();
        return Optional.of(sighted(
                episode,
                Finding.of(
                                rule,
                                episode.answered() ? (episode.goldSeen() ? 0.25 : 0.4) : 0.8,
                                "The " + limit + " was reached after " + steps(episode)
                                        + (episode.answered() || !episode.recorded() ? "." : " without an answer."))
                        .because(lastAction(episode))
                        .wouldAtMost(episode)));
    }

    /** The reward could not score the episode; one that failed has no score because of that. */
    static Optional<Finding> unscored(DiagnosisRule rule, DiagnosisCase episode) {
        if (!(episode.episode().score() instanceof Score.Unscored unscored)) {
            return Optional.empty();
        }
        double certainty = episode.episode().failed() ? 0.5 : 0.99;
        Finding finding = Finding.of(rule, certainty, "The reward could not be computed: " + unscored.reason() + ".")
                .because(Evidence.overall(DisplayFormat.quote(unscored.message())));
        return Optional.of(episode.rescore(episode.answer())
                .map(score -> finding.would(new Finding.Counterfactual(score, episode.answer(), false)))
                .orElse(finding));
    }

    private static String steps(DiagnosisCase episode) {
        return DisplayFormat.times(episode.episode().steps(), "step");
    }

    private static Optional<Turn> last(DiagnosisCase episode) {
        return episode.turns().isEmpty()
                ? Optional.empty()
                : Optional.of(episode.turns().getLast());
    }

    /** Something that was seen in the last turn, if there is one. */
    private static Evidence atTheEnd(DiagnosisCase episode, String text) {
        return last(episode).map(turn -> Evidence.at(turn.index(), text)).orElseGet(() -> Evidence.overall(text));
    }

    private static Evidence lastAction(DiagnosisCase episode) {
        return atTheEnd(
                episode,
                last(episode)
                        .map(turn -> "last action: " + DisplayFormat.quote(turn.action()))
                        .orElseGet(() ->
                                "it ended by " + episode.episode().finish().word()));
    }

    /** Returns the finding with where the model was shown the gold answer, if it was. */
    private static Finding sighted(DiagnosisCase episode, Finding finding) {
        return episode.goldSighting()
                .map(turn -> finding.because(
                        Evidence.at(turn.index(), "the gold answer stood in what the model was shown here")))
                .orElse(finding);
    }
}
