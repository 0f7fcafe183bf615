package dev.guerdon.viewer.episode;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunDiagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.RecentEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out why episodes have their rewards, once for each: a reader of its steps comes back with every step. */
final class RewardExplainer {

    private static final int MOST_KEPT = 64;
    private static final int MOST_REWARDS = 8;

    private record Key(String run, Episode episode) {}

    private final OpenRuns runs;
    private final Registry registry;
    private final Map<Key, List<Finding>> known = RecentEntries.atMost(MOST_KEPT);

    /**
     * @param registry has the rules that diagnose, and the rewards
     */
    public RewardExplainer(OpenRuns runs, Registry registry) {
        this.runs = runs;
        this.registry = registry;
    }

    /** Returns why an episode has its reward. */
    public Why of(Opened opened, PageLinks links) {
        List<Why.Cause> causes = findings(opened).stream()
                .map(finding -> Why.Cause.of(finding, opened, links))
                .toList();
        boolean gold = causes.stream()
                .flatMap(cause -> cause.evidence().stream())
                .anyMatch(one -> one.words().contains("gold answer stood"));
        List<RewardEvidence> evidence = new ArrayList<>(seen(opened, links));
        evidence.removeIf(one -> gold && one.kind().equals("gold"));
        causes.stream()
                .flatMap(cause -> cause.evidence().stream())
                .filter(RewardEvidence::atStep)
                .forEach(evidence::add);
        return new Why(extras(opened), causes, evidence);
    }

    private static List<Why.Extra> extras(Opened opened) {
        List<Why.Extra> out = new ArrayList<>();
        switch (opened.episode().score()) {
            case Score.Scored scored -> scored.result().extras().forEach((name, value) -> out.add(extra(name, value)));
            case Score.Unscored unscored ->
                opened.detail().trajectory().metrics().forEach((name, value) -> {
                    if (name.startsWith("reward_extra/")) {
                        out.add(extra(name.substring("reward_extra/".length()), value));
                    }
                });
        }
        return out;
    }

    private static Why.Extra extra(String name, @Nullable Object value) {
        return new Why.Extra(
                TextPassage.line(name, 80),
                TextPassage.visible(value instanceof String text ? text : JsonCodec.write(value)));
    }

    private List<Finding> findings(Opened opened) {
        Key key = new Key(opened.run(), opened.episode());
        List<Finding> before = known.get(key);
        if (before != null) {
            return before;
        }
        List<Finding> found = runs.with(opened.run(), run -> examine(registry, run, opened.episode()));
        known.put(key, found);
        return found;
    }

    private static List<Finding> examine(Registry registry, Run run, Episode episode) {
        try {
            Diagnosis diagnosis = RunDiagnoser.of(registry, run, List.of(episode), RunDiagnoser.rules(registry), 1);
            return diagnosis.episodes().stream()
                    .flatMap(one -> Stream.concat(Stream.of(one.main()), one.others().stream()))
                    .toList();
        } catch (GuerdonException e) {
            return List.of(new Finding(
                    "not_diagnosed",
                    "This episode cannot be diagnosed: " + e.getMessage(),
                    0,
                    List.of(),
                    java.util.Optional.empty()));
        }
    }

    /** Returns what anyone can see without a rule: where the answer was given, where rewards were, where the gold answer stood. */
    private static List<RewardEvidence> seen(Opened opened, PageLinks links) {
        Episode episode = opened.episode();
        List<Turn> turns = opened.detail().turns();
        List<RewardEvidence> out = new ArrayList<>();
        int answered = answered(episode, turns);
        if (answered >= 0) {
            out.add(at(
                    answered,
                    "answer",
                    episode.answer().isBlank()
                            ? "The episode ended here without an answer."
                            : "The answer that was scored was given here: " + TextPassage.line(episode.answer(), 120),
                    opened,
                    links));
        }
        turns.stream()
                .filter(turn -> turn.reward() != 0 && !Double.isNaN(turn.reward()))
                .limit(MOST_REWARDS)
                .forEach(turn -> out.add(at(
                        turn.index(),
                        "reward",
                        String.format(java.util.Locale.ROOT, "The environment gave %+.3f here.", turn.reward()),
                        opened,
                        links)));
        if (!episode.gold().isBlank()) {
            DiagnosisCase.of(opened.detail().task(), episode.gold(), episode.answer(), turns)
                    .goldSighting()
                    .ifPresent(turn -> out.add(at(
                            turn.index(),
                            "gold",
                            "The gold answer stood in what the model was shown.",
                            opened,
                            links)));
        }
        List<Turn> failed =
                turns.stream().filter(turn -> !turn.error().isEmpty()).toList();
        if (!failed.isEmpty()) {
            out.add(at(
                    failed.getFirst().index(),
                    "error",
                    (failed.size() == 1 ? "A step failed: " : "The first of " + failed.size() + " steps that failed: ")
                            + TextPassage.line(failed.getFirst().error(), 120),
                    opened,
                    links));
        }
        return out;
    }

    /** Returns the last step that has the answer; else the last one. */
    private static int answered(Episode episode, List<Turn> turns) {
        String answer = episode.answer().strip();
        for (Turn turn : turns.reversed()) {
            if (!answer.isEmpty()
                    && (EpisodeSteps.chosen(turn).contains(answer)
                            || turn.reply().contains(answer))) {
                return turn.index();
            }
        }
        return turns.size() - 1;
    }

    private static RewardEvidence at(int step, String kind, String words, Opened opened, PageLinks links) {
        return new RewardEvidence(step, kind, words, opened.at(step, links));
    }

    /**
     * Why an episode has its reward.
     *
     * @param extras what the reward told besides its number
     * @param causes likely reasons why reward was lost, the likeliest first
     * @param evidence where in the episode the reward came from
     */
    record Why(List<Extra> extras, List<Cause> causes, List<RewardEvidence> evidence) {

        /** Something that a reward told besides its number. */
        public record Extra(String name, String value) {}

        /**
         * A likely reason why reward was lost.
         *
         * @param kind the class of loss in words
         * @param certainty how sure that is, in a word
         * @param would what the score would have been otherwise, in words; empty where nobody knows
         * @param evidence what it rests on
         */
        public record Cause(
                String kind, String summary, String certainty, String would, List<RewardEvidence> evidence) {

            static Cause of(Finding finding, Opened opened, PageLinks links) {
                return new Cause(
                        finding.kind().replace('_', ' '),
                        TextPassage.visible(finding.summary()),
                        finding.certainty(),
                        would(finding),
                        finding.evidence().stream()
                                .map(one -> of(one, finding.kind(), opened, links))
                                .toList());
            }

            private static RewardEvidence of(Finding.Evidence one, String kind, Opened opened, PageLinks links) {
                int step = one.step().orElse(-1);
                boolean there = step >= 0 && step < opened.detail().turns().size();
                return new RewardEvidence(
                        there ? step : -1,
                        kind.replace('_', ' '),
                        TextPassage.visible(one.text()),
                        there ? opened.at(step, links) : "");
            }

            /** Returns what another answer would have scored. */
            public static String would(Finding finding) {
                return finding.counterfactual()
                        .map(other -> String.format(
                                        Locale.ROOT,
                                        other.bound() ? "A fix brings at most %.3f: " : "Would have scored %.3f as: ",
                                        other.score())
                                + TextPassage.line(other.answer(), 200))
                        .orElse("");
            }
        }
    }
}
