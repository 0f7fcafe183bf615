package dev.guerdon.lab.session;

import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Asks proposers in turn, those more often whose changes helped. What was proposed is in the journal before it is tried, so nobody is
 * asked twice.
 */
final class ProposalScheduler {

    /**
     * Proposal that is tried in a turn.
     *
     * @param proposer who proposed it
     * @param parent the candidate that it changes
     * @param other a second parent, empty for none
     * @param race whether the changes are tried against each other; else there is one
     * @param patches the changes
     * @param refusal why it is not tried at all; empty if it is
     * @param usage what asking cost
     */
    record Proposal(
            String proposer,
            String parent,
            String other,
            boolean race,
            List<Patch> patches,
            String refusal,
            Usage usage) {}

    /** After so many useless answers in a row, a proposer that costs something is not asked again. */
    private static final int MOST_COSTLY_REFUSALS = 3;

    /** The same for one that costs nothing; without it, a proposer of nonsense would keep a session busy for ever. */
    private static final int MOST_REFUSALS = 20;

    private static final long PRIME = 7919;
    private static final long EVERY_SECONDS = 20;

    private final List<Proposer> proposers;
    private final Patch.Space space;
    private final BiFunction<Patch, Patch.Space, Optional<String>> guard;
    private final Function<ImprovementCandidate, Diagnosis> diagnoses;
    private final Function<ImprovementCandidate, Proposer.Details> details;
    private final SessionJournal journal;
    private final long seed;
    private final Map<Integer, Proposal> recorded = new HashMap<>();
    private final Map<String, int[]> credit = new LinkedHashMap<>();
    private final Map<String, Integer> refusals = new HashMap<>();
    private final List<String> stopped = new ArrayList<>();
    private volatile Consumer<String> notice = sentence -> {};

    ProposalScheduler(
            List<Proposer> proposers,
            Patch.Space space,
            BiFunction<Patch, Patch.Space, Optional<String>> guard,
            Function<ImprovementCandidate, Diagnosis> diagnoses,
            Function<ImprovementCandidate, Proposer.Details> details,
            SessionJournal journal,
            long seed) {
        this.proposers = List.copyOf(proposers);
        this.space = space;
        this.guard = guard;
        this.diagnoses = diagnoses;
        this.details = details;
        this.journal = journal;
        this.seed = seed;
        proposers.forEach(one -> credit.put(one.name(), new int[2]));
    }

    /** Takes a proposal that was made before. */
    void recall(Json line) {
        if (line.get("kind").asString().equals("proposal")) {
            List<Patch> patches = line.get("patches").asList().stream()
                    .map(ProposalScheduler::patch)
                    .toList();
            recorded.put(
                    line.get("turn").asInt(),
                    new Proposal(
                            line.get("proposer").asString(),
                            line.get("parent").asString(),
                            line.get("other").asString(),
                            line.get("race").asBoolean(),
                            patches,
                            line.get("refusal").asString(),
                            CachedEpisodeRunner.usage(line)));
        }
    }

    /** Tells whether any proposer reads episodes. */
    boolean readsEpisodes() {
        return proposers.stream().anyMatch(Proposer::readsEpisodes);
    }

    /** Tells whether asking costs something. */
    boolean costly() {
        return proposers.stream().anyMatch(Proposer::costly);
    }

    /** Credits a proposer with whether what it proposed helped. */
    void credit(String proposer, boolean helped) {
        int[] counts = credit.computeIfAbsent(proposer, none -> new int[2]);
        counts[helped ? 0 : 1]++;
    }

    /** Returns how often a proposer's changes helped, and how often they did not. */
    Map<String, int[]> credits() {
        return credit;
    }

    /** Returns the next proposal, kept in the journal; nothing where nobody has anything new. */
    Optional<Proposal> next(
            int turn, List<ImprovementCandidate> all, List<ImprovementCandidate> pool, Front front, String champion) {
        return next(turn, all, pool, front, champion, false);
    }

    /** Returns the same; in a race no change joins of which all parts are in it already, or could join alone. */
    Optional<Proposal> next(
            int turn,
            List<ImprovementCandidate> all,
            List<ImprovementCandidate> pool,
            Front front,
            String champion,
            boolean race) {
        Proposal known = recorded.get(turn);
        Optional<Proposal> next = known != null ? Optional.of(known) : ask(turn, all, pool, front, champion, race);
        next.ifPresent(proposal -> {
            if (known == null) {
                journal.add(line(turn, proposal));
            }
            int before = refusals.getOrDefault(proposal.proposer(), 0);
            refusals.put(proposal.proposer(), proposal.refusal().isEmpty() ? 0 : before + 1);
            proposers.stream()
                    .filter(one ->
                            one.name().equals(proposal.proposer()) && refusals.getOrDefault(one.name(), 0) == most(one))
                    .forEach(one -> {
                        String sentence = "The proposer '" + one.name() + "' is stopped after " + most(one)
                                + " useless answers in a row, the last: " + proposal.refusal() + ".";
                        stopped.add(sentence);
                        notice.accept(sentence);
                    });
        });
        return next;
    }

    private Optional<Proposal> ask(
            int turn,
            List<ImprovementCandidate> all,
            List<ImprovementCandidate> pool,
            Front front,
            String champion,
            boolean race) {
        Set<String> tried = new HashSet<>();
        all.forEach(one -> tried.add(one.digest()));
        List<ImprovementCandidate> parents = new ArrayList<>(front.drawn(seed + PRIME * turn));
        pool.stream()
                .filter(one -> one.id().equals(champion) && !parents.contains(one))
                .forEach(parents::add);
        List<Proposer.Attempt> history = all.stream()
                .filter(one -> !one.parents().isEmpty())
                .map(ImprovementCandidate::attempt)
                .toList();
        List<Proposer.Rival> rivals = pool.stream()
                .map(one -> new Proposer.Rival(
                        one.id(), one.values(), one.train(), one.id().equals(champion)))
                .toList();
        for (Proposer proposer : order(turn)) {
            for (ImprovementCandidate parent : proposer.costly() ? parents.subList(0, 1) : parents) {
                Proposer.Scene scene = new Proposer.Scene(
                        space.at(parent.values()),
                        parent.id(),
                        diagnoses.apply(parent),
                        details.apply(parent),
                        history,
                        rivals,
                        seed + PRIME * turn);
                Proposer.Proposed answer = answer(proposer, scene);
                Predicate<Patch> fresh = patch ->
                        !tried.contains(Patch.Space.digest(scene.space().after(patch)))
                                && (!race || !composed(patch, answer.patches(), all));
                Optional<Proposal> proposal = usable(proposer, parent, answer, fresh);
                if (proposal.isPresent()) {
                    return proposal;
                }
            }
        }
        return Optional.empty();
    }

    private static int most(Proposer proposer) {
        return proposer.costly() ? MOST_COSTLY_REFUSALS : MOST_REFUSALS;
    }

    /** Returns which proposers were stopped and why, in sentences; empty if none was. */
    String stopped() {
        return String.join(" ", stopped);
    }

    /** Tells someone of what takes long, and of proposers that are stopped. */
    void tell(Consumer<String> listener) {
        notice = listener;
    }

    private Proposer.Proposed answer(Proposer proposer, Proposer.Scene scene) {
        Optional<Thread> waiting = proposer.costly() ? Optional.of(waiting(proposer.name())) : Optional.empty();
        try {
            return proposer.propose(scene);
        } catch (RuntimeException e) {
            throw new LabException("the proposer '" + proposer.name() + "' failed: " + e.getMessage(), e);
        } finally {
            waiting.ifPresent(Thread::interrupt);
        }
    }

    /** Says at once what is waited for, and again as long as it takes. */
    private Thread waiting(String name) {
        notice.accept("Waiting for the proposer '" + name + "' to answer.");
        return Thread.ofVirtual().start(() -> {
            try {
                for (long seconds = EVERY_SECONDS; ; seconds += EVERY_SECONDS) {
                    Thread.sleep(Duration.ofSeconds(EVERY_SECONDS));
                    notice.accept("Still waiting for the proposer '" + name + "', for " + seconds + " s.");
                }
            } catch (InterruptedException e) {
                // It has answered.
            }
        });
    }

    /** Proposers by draws from what their success so far allows: one that was never asked may be the best. */
    private List<Proposer> order(int turn) {
        Random random = new Random(seed + PRIME * turn + 1);
        Map<Proposer, Double> draws = new HashMap<>();
        for (Proposer proposer : proposers) {
            int[] counts = credit.getOrDefault(proposer.name(), new int[2]);
            draws.put(
                    proposer,
                    BetaDistribution.of(1.0 + counts[0], 1.0 + counts[1])
                            .inverseCumulativeProbability(random.nextDouble()));
        }
        return proposers.stream()
                .filter(one -> refusals.getOrDefault(one.name(), 0) < most(one))
                .sorted(Comparator.comparingDouble((Proposer one) -> -draws.getOrDefault(one, 0.0)))
                .toList();
    }

    private Optional<Proposal> usable(
            Proposer proposer, ImprovementCandidate parent, Proposer.Proposed answer, Predicate<Patch> isFresh) {
        Patch.Space at = space.at(parent.values());
        List<Patch> fresh = answer.patches().stream().filter(isFresh).toList();
        if (fresh.isEmpty()) {
            String refusal = !answer.refusal().isEmpty()
                    ? answer.refusal()
                    : proposer.costly() && !answer.patches().isEmpty() ? "this was tried before" : "";
            return refusal.isEmpty()
                    ? Optional.empty()
                    : Optional.of(proposal(proposer, parent, answer, answer.patches(), refusal));
        }
        if (answer.race()) {
            List<Patch> valid =
                    fresh.stream().filter(patch -> refusal(patch, at).isEmpty()).toList();
            if (valid.size() > 1) {
                return Optional.of(proposal(proposer, parent, answer, valid, ""));
            }
        }
        Patch first = fresh.getFirst();
        return Optional.of(proposal(proposer, parent, answer, List.of(first), refusal(first, at)));
    }

    /** Tells whether all that a patch sets was tried, or is set by smaller patches of the same answer. */
    private static boolean composed(Patch patch, List<Patch> answer, List<ImprovementCandidate> all) {
        return patch.changes().entrySet().stream()
                .allMatch(change -> all.stream()
                                .anyMatch(
                                        one -> one.patch().changes().entrySet().contains(change))
                        || answer.stream()
                                .anyMatch(one ->
                                        one.changes().size() < patch.changes().size()
                                                && one.changes().entrySet().contains(change)));
    }

    private String refusal(Patch patch, Patch.Space at) {
        List<String> wrong = at.refusals(patch);
        return wrong.isEmpty() ? guard.apply(patch, at).orElse("") : String.join("; ", wrong);
    }

    private static Proposal proposal(
            Proposer proposer,
            ImprovementCandidate parent,
            Proposer.Proposed answer,
            List<Patch> patches,
            String refusal) {
        return new Proposal(
                proposer.name(),
                parent.id(),
                answer.other(),
                answer.race() && patches.size() > 1,
                patches,
                refusal,
                answer.usage());
    }

    private static Map<String, @Nullable Object> line(int turn, Proposal proposal) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "proposal");
        line.put("turn", turn);
        line.put("proposer", proposal.proposer());
        line.put("parent", proposal.parent());
        line.put("other", proposal.other());
        line.put("race", proposal.race());
        line.put(
                "patches",
                proposal.patches().stream().map(ProposalScheduler::map).toList());
        line.put("refusal", proposal.refusal());
        CachedEpisodeRunner.put(line, proposal.usage());
        return line;
    }

    static Map<String, @Nullable Object> map(Patch patch) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("title", patch.title());
        map.put("cause", patch.cause());
        map.put("reason", patch.reason());
        map.put("changes", patch.changes());
        return map;
    }

    private static Patch patch(Json json) {
        Map<String, String> changes = new LinkedHashMap<>();
        json.get("changes").asMap().forEach((target, value) -> changes.put(target, String.valueOf(value)));
        return new Patch(
                json.get("title").asString(),
                json.get("cause").asString(),
                json.get("reason").asString(),
                changes);
    }

    /**
     * The candidates that are best at something: no other one is at least as good on every training task and better on one.
     *
     * @param members the candidates in order of their age, with the number of tasks on which nobody is better
     */
    record Front(Map<ImprovementCandidate, Integer> members) {

        private static final double SAME = 1e-9;

        /** Returns the front of candidates that were run on all training tasks. What has no score counts for nobody. */
        static Front of(List<ImprovementCandidate> pool, List<String> tasks) {
            List<ImprovementCandidate> distinct = new ArrayList<>();
            for (ImprovementCandidate one : pool) {
                boolean dominated = pool.stream().anyMatch(other -> dominates(other, one, tasks));
                boolean twin = distinct.stream().anyMatch(other -> equal(other, one, tasks));
                if (!dominated && !twin) {
                    distinct.add(one);
                }
            }
            Map<ImprovementCandidate, Integer> wins = new LinkedHashMap<>();
            for (ImprovementCandidate one : distinct) {
                int best = 0;
                for (String task : tasks) {
                    Double mine = one.train().get(task);
                    boolean beaten = mine == null
                            || distinct.stream()
                                    .anyMatch(other -> other.train().getOrDefault(task, mine) > mine + SAME);
                    best += beaten ? 0 : 1;
                }
                wins.put(one, best);
            }
            return new Front(wins);
        }

        private static boolean dominates(ImprovementCandidate other, ImprovementCandidate one, List<String> tasks) {
            boolean better = false;
            boolean compared = false;
            for (String task : tasks) {
                Double theirs = other.train().get(task);
                Double mine = one.train().get(task);
                if (theirs == null || mine == null) {
                    continue;
                }
                compared = true;
                if (theirs < mine - SAME) {
                    return false;
                }
                better |= theirs > mine + SAME;
            }
            return compared && better;
        }

        private static boolean equal(ImprovementCandidate other, ImprovementCandidate one, List<String> tasks) {
            return tasks.stream()
                    .allMatch(task -> Math.abs(other.train().getOrDefault(task, Double.NaN)
                                            - one.train().getOrDefault(task, Double.NaN))
                                    <= SAME
                            || (!other.train().containsKey(task) && !one.train().containsKey(task)));
        }

        /** Returns the members in an order drawn by seed: the more tasks one is best on, the sooner it is likely to come. */
        List<ImprovementCandidate> drawn(long seed) {
            Random random = new Random(seed);
            List<ImprovementCandidate> left = new ArrayList<>(members.keySet());
            List<ImprovementCandidate> order = new ArrayList<>();
            while (!left.isEmpty()) {
                double total = left.stream().mapToDouble(this::weight).sum();
                double at = random.nextDouble() * total;
                int chosen = 0;
                while (chosen < left.size() - 1 && at >= weight(left.get(chosen))) {
                    at -= weight(left.get(chosen));
                    chosen++;
                }
                order.add(left.remove(chosen));
            }
            return order;
        }

        private double weight(ImprovementCandidate one) {
            return 0.1 + members.getOrDefault(one, 0);
        }
    }
}
