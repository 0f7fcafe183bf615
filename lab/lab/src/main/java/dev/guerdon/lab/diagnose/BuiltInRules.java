package dev.guerdon.lab.diagnose;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.ModelReply.Finish;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.TurnInfo;
import dev.guerdon.lab.diagnose.IncompleteReplies.Unfinished;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.DiagnosisRule;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Finding.Evidence;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules that come with Guerdon: what each is called, what helps against the loss, and how it is recognised. */
@Internal
public final class BuiltInRules {

    /** A class of loss with its remedy in words, the changes that may cure it, and how it is recognised. */
    private record Rule(
            String kind,
            String remedy,
            BiFunction<RuleRemedies, List<Finding>, RuleRemedies> cures,
            BiFunction<DiagnosisRule, DiagnosisCase, Optional<Finding>> recognition)
            implements DiagnosisRule {

        @Override
        public List<Patch> remedies(Patch.Space space, List<Finding> findings) {
            return cures.apply(RuleRemedies.of(space, kind), findings).list();
        }

        @Override
        public Optional<Finding> examine(DiagnosisCase episode) {
            return recognition.apply(this, episode);
        }
    }

    private static final Pattern ADDRESS = Pattern.compile("https?://(?:www\\.)?([A-Za-z0-9.-]+\\.[A-Za-z]{2,})");
    private static final int MOST_DOMAINS = 3;
    private static final int LONGEST_ERROR = 300;

    /** Limits that have causes of their own. */
    private static final Set<FinishReason> NOT_OF_STEPS = EnumSet.of(FinishReason.CUT_REPLY, FinishReason.FORMAT_LIMIT);

    /** What agents call the number of characters of a page that they show. */
    private static final String[] PAGE_LIMITS = {"axtree_limit", "observation_limit", "page_limit", "max_observation"};

    private static final String[] PAYLOAD_LIMITS = {"payload_limit", "max_payload"};
    private static final String[] STEP_LIMITS = {"max_steps", "max_turns"};
    private static final String BEHIND_THE_CUT = "What was needed stood behind the cut.";
    private static final String TOO_LATE = "It was told too late to come to an end.";
    private static final String ANY_ANSWER = "An answer may earn something, no answer does not.";
    private static final String READ_IT = "Read the episode step by step with 'guerdon show RUN TASK'.";
    private static final String NO_MORE = "the run says no more than that";

    private static final List<DiagnosisRule> ALL = List.of(
            new Rule(
                    "blocked_site",
                    "Give the agent another source or a direct API, and let it fall back after a refusal or a timeout.",
                    BuiltInRules::blockedSiteCures,
                    (rule, episode) ->
                            FailedTurns.examine(rule, episode, TurnFailures::site, "A site refused or failed", 0.05)),
            new Rule(
                    "cut_reply",
                    "Raise max_tokens of the model, as in openai:MODEL?max_tokens=8192, or ask for shorter replies.",
                    (cures, findings) -> cures.option(2, "The reply was cut.", "max_tokens")
                            .option(4, "The reply was cut.", "max_tokens")
                            .say("brevity", "Keep your replies short."),
                    BuiltInRules::cutReply),
            new Rule(
                    "environment_fault",
                    "Run these tasks again before judging the agent; their score says nothing about it.",
                    BuiltInRules::none,
                    BuiltInRules::environmentFault),
            new Rule(
                    "filtered_reply",
                    "Read what was asked: the provider refused to answer it. Another wording or another model may get an answer.",
                    BuiltInRules::none,
                    (rule, episode) -> IncompleteReplies.examine(
                            rule, episode, Finish.FILTERED, "The reply was held back by a filter of the provider")),
            new Rule("goal_not_reached", READ_IT, BuiltInRules::moreStepsAndSections, BuiltInRules::goalNotReached),
            new Rule(
                    "model_failure",
                    "Fix the model's address, key or limits, and run these tasks again; their score says nothing about the agent.",
                    BuiltInRules::none,
                    BuiltInRules::modelFailure),
            new Rule(
                    "navigation_loop",
                    "Tell the agent which actions it has tried, and make it change its way after two equal ones.",
                    (cures, findings) -> cures.say(
                                    "no_repeats", "If an action changed nothing, do not repeat it: try another way.")
                            .anySection(),
                    NavigationLoop::examine),
            new Rule(
                    "no_answer",
                    "Make the agent answer in its last turn, with the best it has.",
                    (cures, findings) -> cures.set("on", ANY_ANSWER, "force_submit")
                            .say("ending", "Always give an answer in the end, the best you have.")
                            .timesAll(
                                    2.5,
                                    "It may have been on its way when its steps were used up.",
                                    "max_steps",
                                    "urgency_step")
                            .times(0.7, TOO_LATE, "urgency_step")
                            .anySection(),
                    BuiltInRules::noAnswer),
            new Rule(
                    "parse_error",
                    "Show the model an example of the format, and tell it in the next turn what could not be read.",
                    (cures, findings) -> cures.times(2, "A reminder may bring the form back.", "format_reminders")
                            .say(
                                    "action_format",
                                    "Write each action exactly in the form that was described, and nothing after it."),
                    BuiltInRules::parseError),
            new Rule(
                    "step_budget",
                    "Raise the limit, or make the agent answer with what it has in its last turn.",
                    (cures, findings) -> cures.times(1.5, "Its steps were not enough.", STEP_LIMITS)
                            .set("on", ANY_ANSWER, "force_submit")
                            .times(0.7, TOO_LATE, "urgency_step")
                            .times(2.5, "Its steps were not enough.", STEP_LIMITS)
                            .say("ending", "Keep count of your steps. Answer in the last one with the best you have."),
                    BuiltInRules::stepBudget),
            new Rule(
                    "tool_error",
                    "Read the error, fix the tool or its description, and show the agent what went wrong.",
                    (cures, findings) -> cures.say(
                                    "tool_errors",
                                    "If a tool fails, read its message, correct the call, and try once more.")
                            .sayAll("a direct service", "direct_api", "fetch_json"),
                    (rule, episode) ->
                            FailedTurns.examine(rule, episode, TurnFailures::tool, "A tool or action failed", 0)),
            new Rule(
                    "truncated_observation",
                    "Show more of the page, or let the agent scroll or search in it.",
                    (cures, findings) -> cures.times(2, BEHIND_THE_CUT, PAGE_LIMITS)
                            .times(4, BEHIND_THE_CUT, PAGE_LIMITS)
                            .times(2, "What was needed stood further down.", "auto_scrolls")
                            .say(
                                    "scrolling",
                                    "A page may be cut. If what you need is not there, scroll down or search in the page."),
                    (rule, episode) -> CutText.examine(rule, episode, false, TurnInfo.PAGE_TEXT, TurnInfo.PAGE_CUT)),
            new Rule(
                    "truncated_payload",
                    "Raise the limit on fetched payloads, or ask for less at a time, such as one year per call.",
                    (cures, findings) -> cures.say(
                                    "per_year",
                                    "Ask services for little at a time, such as one year per call: long answers are cut.")
                            .times(2, BEHIND_THE_CUT, PAYLOAD_LIMITS)
                            .times(4, BEHIND_THE_CUT, PAYLOAD_LIMITS),
                    (rule, episode) -> CutText.examine(rule, episode, true, TurnInfo.PAYLOAD, TurnInfo.PAYLOAD_CUT)),
            new Rule(
                    "unscored",
                    "Fix the reward or the task's fields, then score the stored episodes again with 'guerdon rescore'.",
                    BuiltInRules::none,
                    BuiltInRules::unscored),
            new Rule("wrong_answer", READ_IT, BuiltInRules::moreStepsAndSections, BuiltInRules::wrongAnswer),
            new Rule(
                    "wrong_format",
                    "Ask for the bare value: no sentence, no unit, no currency, one item per line.",
                    (cures, findings) -> cures.say(
                            "answer_format",
                            "Answer with the bare value: no sentence, no unit, no currency sign, one item per line."),
                    WrongFormat::examine),
            new Rule(
                    "wrong_unit",
                    "Name the unit in the prompt, ask the source for it, or convert before answering.",
                    (cures, findings) -> cures.say(
                                    "units",
                                    "Give the answer in the unit that the question asks for. Convert before you answer.")
                            .say("direct_api", ""),
                    WrongUnit::examine));

    private BuiltInRules() {}

    /** Returns all of them, by their kinds. */
    public static List<DiagnosisRule> all() {
        return ALL;
    }

    private static RuleRemedies none(RuleRemedies cures, List<Finding> findings) {
        return cures;
    }

    private static RuleRemedies moreStepsAndSections(RuleRemedies cures, List<Finding> findings) {
        return cures.anySection().times(1.5, "More steps may lead further.", STEP_LIMITS);
    }

    private static RuleRemedies blockedSiteCures(RuleRemedies cures, List<Finding> findings) {
        cures.say(
                        "timeout_fallback",
                        "If a site refuses you or does not load, do not try it again: use another source.")
                .sayAll("a direct service", "direct_api", "fetch_json");
        refusing(findings)
                .forEach(domain -> cures.item(
                        domain, "It refused the agent or did not load.", "blocked_domains", "avoid_domains"));
        return cures;
    }

    /** The domains that evidence names, those of the first findings first. */
    private static Set<String> refusing(List<Finding> findings) {
        Set<String> domains = new LinkedHashSet<>();
        for (Finding finding : findings) {
            for (Evidence evidence : finding.evidence()) {
                Matcher address = ADDRESS.matcher(evidence.text());
                while (address.find() && domains.size() < MOST_DOMAINS) {
                    domains.add(address.group(1));
                }
            }
        }
        return domains;
    }

    /** The model reached its limit of tokens in the middle of a reply; where nobody says why the last one ended, its own end may. */
    private static Optional<Finding> cutReply(DiagnosisRule rule, DiagnosisCase episode) {
        Optional<Finding> said =
                IncompleteReplies.examine(rule, episode, Finish.CUT, "The reply was cut by the limit of tokens");
        Optional<Turn> last = last(episode);
        if (said.isPresent()
                || last.filter(turn -> IncompleteReplies.said(turn) != Finish.UNKNOWN)
                        .isPresent()) {
            return said;
        }
        String reply = last.map(Turn::reply).filter(text -> !text.isBlank()).orElse(episode.answer());
        return Unfinished.why(reply)
                .map(why -> Finding.of(rule, 0.7, "The last reply stops in the middle.")
                        .because(atTheEnd(episode, "the reply ends with " + IncompleteReplies.end(reply) + ": " + why))
                        .wouldAtMost(episode));
    }

    /** The environment, or what the episode ran on, broke; the agent is not to blame. */
    private static Optional<Finding> environmentFault(DiagnosisRule rule, DiagnosisCase episode) {
        List<Turn> faults = episode.turns().stream()
                .filter(turn -> !TurnFailures.environment(turn).isEmpty())
                .toList();
        FinishReason finish = episode.episode().finish();
        boolean failed = episode.episode().failed() && finish.kind() != FinishReason.Kind.MODEL_FAILED;
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

    /** The episode ended, but what the environment asked for was not done, or not all of it. */
    private static Optional<Finding> goalNotReached(DiagnosisRule rule, DiagnosisCase episode) {
        return episode.gold().isBlank()
                ? Optional.of(Finding.of(
                                rule,
                                0.3,
                                "The episode ended after " + steps(episode) + " with a reward of "
                                        + DisplayFormat.reward(episode.episode().reward()) + ".")
                        .because(lastAction(episode)))
                : Optional.empty();
    }

    /** The answer is wrong, or only partly right, for no reason that another rule knows. */
    private static Optional<Finding> wrongAnswer(DiagnosisRule rule, DiagnosisCase episode) {
        if (!episode.answered() || episode.gold().isBlank()) {
            return Optional.empty();
        }
        return Optional.of(sighted(
                episode,
                Finding.of(
                                rule,
                                0.3,
                                "The answer was “" + DisplayFormat.cut(episode.answer(), 40) + "”, where “"
                                        + DisplayFormat.cut(episode.gold(), 40) + "” is right.")
                        .because(Evidence.overall("submitted " + DisplayFormat.quote(episode.answer()) + ", gold "
                                + DisplayFormat.quote(episode.gold())))
                        .wouldAtMost(episode)));
    }

    /** The model gave no answer: it was not reached, refused, or failed. */
    private static Optional<Finding> modelFailure(DiagnosisRule rule, DiagnosisCase episode) {
        if (episode.episode().finish().kind() != FinishReason.Kind.MODEL_FAILED) {
            return Optional.empty();
        }
        String error = episode.episode().error();
        String summary = error.isEmpty()
                ? "."
                : ": " + DisplayFormat.cut(episode.episode().errorInShort(), LONGEST_ERROR);
        return Optional.of(Finding.of(rule, 0.97, "The model failed after " + steps(episode) + summary)
                .because(atTheEnd(episode, error.isEmpty() ? NO_MORE : DisplayFormat.quote(error)))
                .wouldAtMost(episode));
    }

    /** The episode ended without an answer. */
    private static Optional<Finding> noAnswer(DiagnosisRule rule, DiagnosisCase episode) {
        FinishReason finish = episode.episode().finish();
        if (episode.answered() || (episode.gold().isBlank() && finish == FinishReason.TERMINAL)) {
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

    /** Replies of the model could not be read as actions. */
    private static Optional<Finding> parseError(DiagnosisRule rule, DiagnosisCase episode) {
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

    /** The limit of turns, tokens, time or money ended the episode. */
    private static Optional<Finding> stepBudget(DiagnosisRule rule, DiagnosisCase episode) {
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
                                        + (episode.answered() ? "." : " without an answer."))
                        .because(lastAction(episode))
                        .wouldAtMost(episode)));
    }

    /** The reward could not score the episode; one that failed has no score because of that. */
    private static Optional<Finding> unscored(DiagnosisRule rule, DiagnosisCase episode) {
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

    /** The finding with where the model was shown the gold answer, if it was. */
    private static Finding sighted(DiagnosisCase episode, Finding finding) {
        return episode.goldSighting()
                .map(turn -> finding.because(
                        Evidence.at(turn.index(), "the gold answer stood in what the model was shown here")))
                .orElse(finding);
    }
}
