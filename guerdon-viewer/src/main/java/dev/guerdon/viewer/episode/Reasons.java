package dev.guerdon.viewer.episode;

import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.DiagnosisCase;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Finding;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.trace.Evidence;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.Steps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out why episodes have their rewards, once for each: a reader of its steps comes back with every step. */
@Internal
public final class Reasons {

    private static final int MOST_KEPT = 64;
    private static final int MOST_REWARDS = 8;

    private record Key(String run, Episode episode) {}

    private final OpenRuns runs;
    private final @Nullable Registry registry;
    private final Map<Key, List<Finding>> known = new LinkedHashMap<>();

    /**
     * @param registry has the rules that diagnose, and the rewards; null where nothing is diagnosed
     */
    public Reasons(OpenRuns runs, @Nullable Registry registry) {
        this.runs = runs;
        this.registry = registry;
    }

    /** Why an episode has its reward. */
    public Why of(Opened opened, Links links) {
        List<Why.Cause> causes = findings(opened).stream()
                .map(finding -> Why.Cause.of(finding, opened, links))
                .toList();
        boolean gold = causes.stream()
                .flatMap(cause -> cause.evidence().stream())
                .anyMatch(one -> one.words().contains("gold answer stood"));
        List<Evidence> evidence = new ArrayList<>(seen(opened, links));
        evidence.removeIf(one -> gold && one.kind().equals("gold"));
        causes.stream()
                .flatMap(cause -> cause.evidence().stream())
                .filter(Evidence::atStep)
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
                Passage.line(name, 80), Passage.visible(value instanceof String text ? text : JsonCodec.write(value)));
    }

    private List<Finding> findings(Opened opened) {
        Registry rules = registry;
        if (rules == null) {
            return List.of();
        }
        Key key = new Key(opened.run(), opened.episode());
        synchronized (known) {
            List<Finding> before = known.get(key);
            if (before != null) {
                return before;
            }
        }
        List<Finding> found = runs.with(opened.run(), run -> examine(rules, run, opened.episode()));
        synchronized (known) {
            known.put(key, found);
            while (known.size() > MOST_KEPT) {
                known.remove(known.keySet().iterator().next());
            }
        }
        return found;
    }

    private static List<Finding> examine(Registry registry, Run run, Episode episode) {
        try {
            Diagnosis diagnosis = Diagnoser.of(registry, run, List.of(episode), Diagnoser.rules(registry), 1);
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

    /** What anyone can see without a rule: where the answer was given, where rewards were, where the gold answer stood. */
    private static List<Evidence> seen(Opened opened, Links links) {
        Episode episode = opened.episode();
        List<Turn> turns = opened.detail().turns();
        List<Evidence> out = new ArrayList<>();
        int answered = answered(episode, turns);
        if (answered >= 0) {
            out.add(at(
                    answered,
                    "answer",
                    episode.answer().isBlank()
                            ? "The episode ended here without an answer."
                            : "The answer that was scored was given here: " + Passage.line(episode.answer(), 120),
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
                            + Passage.line(failed.getFirst().error(), 120),
                    opened,
                    links));
        }
        return out;
    }

    /** The last step that has the answer; else the last one. */
    private static int answered(Episode episode, List<Turn> turns) {
        String answer = episode.answer().strip();
        for (Turn turn : turns.reversed()) {
            if (!answer.isEmpty()
                    && (Steps.chosen(turn).contains(answer) || turn.reply().contains(answer))) {
                return turn.index();
            }
        }
        return turns.size() - 1;
    }

    private static Evidence at(int step, String kind, String words, Opened opened, Links links) {
        return new Evidence(
                step,
                kind,
                words,
                links.episode(
                        opened.run(), opened.episode().task(), opened.episode().repeat(), step));
    }
}
