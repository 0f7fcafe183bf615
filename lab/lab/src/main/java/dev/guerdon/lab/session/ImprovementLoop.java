package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.lab.compare.RacePower;
import dev.guerdon.lab.session.ImprovementCandidate.Stage;
import dev.guerdon.lab.session.ProposalScheduler.Front;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.ImprovementListener.Progress;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The loop: diagnose, propose, let the changes race, keep what helps, until nothing helps or the budget is spent; then confirm.
 *
 * <p>A session computes everything from its plan and its journal. Killed at any moment, it goes on by doing the same again, with what the
 * journal has in the place of episodes and proposals. Not thread-safe, and used once.
 */
@Internal
public final class ImprovementLoop {

    /**
     * Outcome of a session.
     *
     * @param contenders all candidates in order, the start first
     * @param front the ids of those that are best at something
     * @param champion the one that stands
     * @param ended why it ended, in a sentence
     * @param complete whether it came to its end; else the user stopped it
     * @param held what the confirmation says, where something was kept
     * @param spent what it cost
     * @param credits how often each proposer's changes helped, and did not
     */
    public record Outcome(
            List<ImprovementCandidate> contenders,
            List<String> front,
            ImprovementCandidate champion,
            String ended,
            boolean complete,
            Optional<Held> held,
            SessionCost spent,
            Map<String, int[]> credits) {

        public Outcome {
            contenders = List.copyOf(contenders); // the session goes on with its own
        }

        /** Returns the candidate of an id. */
        public ImprovementCandidate contender(String id) {
            return contenders.stream()
                    .filter(one -> one.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the changes that were kept, in order. */
        public List<ImprovementCandidate> kept() {
            return contenders.stream()
                    .filter(one -> one.verdict() == Verdict.KEPT)
                    .toList();
        }
    }

    /** The confirmation has other seeds than those that the champion was chosen by. */
    private static final long FRESH = 1_000_003;

    final ImprovePlan plan;
    final TaskSplit split;
    final CandidateRunner bench;
    private final boolean anyway;
    final CachedEpisodeRunner results;
    final ProposalScheduler turns;
    private final Patch.Space space;
    final List<ImprovementCandidate> all = new ArrayList<>();
    private final Map<String, Diagnosis> diagnoses = new HashMap<>();
    ImprovementCandidate champion;
    ImprovementListener listener = new ImprovementListener() {};
    Consumer<ImprovementCandidate> decided = contender -> {};

    /**
     * A session in a folder; what is in its journal is not done again.
     *
     * @param space what may be changed, with the values of the start
     * @param guard says why a patch is not to be tried, such as that it gives answers away
     * @param anyway whether a plan that has no fair chance to keep anything is run all the same
     */
    public ImprovementLoop(
            ImprovePlan plan,
            TaskSplit split,
            Patch.Space space,
            CandidateRunner bench,
            List<Proposer> proposers,
            BiFunction<Patch, Patch.Space, Optional<String>> guard,
            Path folder,
            boolean anyway) {
        this.plan = plan;
        this.split = split;
        this.space = space;
        this.bench = bench;
        this.anyway = anyway;
        SessionJournal journal = SessionJournal.open(folder);
        this.results = new CachedEpisodeRunner(plan, bench, journal, plan.reserve(split));
        this.turns =
                new ProposalScheduler(proposers, space, guard, this::diagnosis, this::details, journal, plan.seed());
        for (Json line : journal.read()) {
            results.recall(line);
            turns.recall(line);
        }
        this.champion = new ImprovementCandidate(
                "c0", List.of(), "", new Patch(plan.champion().name(), "", "", Map.of()), space.values());
        all.add(champion);
        check(plan, split, anyway);
    }

    /**
     * Refuses a plan that cannot come to anything, before anything is run.
     *
     * @throws IterationPlan.Hopeless if it can keep nothing, unless it is to be run anyway
     */
    public static void check(ImprovePlan plan, TaskSplit split, boolean anyway) {
        int first = plan.races() ? 2 * ImprovePlan.Racing.EVERY : split.tried().size() + 1;
        long least = (long) (split.train().size() + first) * plan.repeat() + plan.reserve(split);
        if (plan.budget().episodes() > 0 && plan.budget().episodes() < least) {
            throw new LabException(
                    "a budget of " + plan.budget().episodes() + " episodes is too small: the start and the"
                            + " confirmation alone need " + least + "; allow more, or take fewer tasks");
        }
        if (!plan.races() && plan.rule().test() != AcceptanceRule.Test.MEAN && !anyway) {
            int fewest = PlanPower.fewestTasks(plan.rule().at(plan.share()));
            if (split.tried().size() < fewest) {
                throw new IterationPlan.Hopeless(
                        "this plan can keep no change, whatever comes out: with "
                                + plan.budget().tests() + " tests at an alpha of "
                                + plan.rule().alpha()
                                + " in all, a test needs at least " + fewest + " tasks, and has "
                                + split.tried().size()
                                + "; take more tasks or fewer 'tests', decide as one does by hand with 'test: mean', or try it with --anyway");
            }
        }
    }

    /**
     * Goes on to the end, or until the user stops it.
     *
     * @param onDecision receives each candidate that was decided on
     */
    public Outcome run(ImprovementListener progress, Consumer<ImprovementCandidate> onDecision)
            throws InterruptedException {
        listener = progress;
        turns.tell(sentence -> listener.notice(sentence));
        decided = onDecision;
        String ended;
        try {
            try {
                begin();
                ended = plan.races()
                        ? race(new ChangeRace(plan, split, results, champion))
                        : new OneByOneLoop(this).run();
            } catch (CachedEpisodeRunner.OutOfBudget e) {
                ended = "The budget of " + e.getMessage() + " is spent.";
            }
            Optional<Held> held = confirm();
            return outcome(ended, true, held);
        } catch (CachedEpisodeRunner.Stopped e) {
            return outcome("Stopped by the user.", false, Optional.empty());
        }
    }

    private Outcome outcome(String ended, boolean complete, Optional<Held> held) {
        return new Outcome(
                all,
                front().members().keySet().stream()
                        .map(ImprovementCandidate::id)
                        .toList(),
                champion,
                ended,
                complete,
                held,
                results.spent(),
                turns.credits());
    }

    /** Returns what is known so far, for whoever writes it down in between. */
    public Outcome soFar() {
        return outcome("It goes on.", false, Optional.empty());
    }

    private void begin() throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        listener.notice(split.sentence());
        List<Episode> train = learn();
        champion.reached(Stage.TESTED, Double.NaN);
        champion.decided(Verdict.START, "Everything begins with this state.");
        if (!train.isEmpty() && champion.train().isEmpty()) {
            throw new LabException("none of the " + train.size() + " episodes of the start has a score: "
                    + train.getFirst().score() + "; there is nothing to improve on before that is fixed");
        }
        if (plan.races()) {
            if (!anyway) {
                RacePower power = RacePower.of(plan.race(split), plan.rule(), train, plan.seed());
                tell(power.hopeless(), power.sentence());
            }
            decided.accept(champion);
            return;
        }
        List<Episode> validation =
                results.of(champion.values(), split.tried(), champion.patch().title());
        // Whoever runs a plan anyway need not wait until its chances are computed.
        if (plan.rule().test() != AcceptanceRule.Test.MEAN && !anyway) {
            PlanPower power = PlanPower.of(
                    plan.rule().at(plan.share()), plan.repeat(), plan.budget().tests(), validation, plan.seed());
            tell(power.hopeless(), power.sentence());
        }
        decided.accept(champion);
    }

    private void tell(Optional<String> hopeless, String sentence) {
        if (hopeless.isPresent()) {
            throw new IterationPlan.Hopeless(
                    hopeless.get() + " Take more tasks, more repeats or fewer tests, or go on with --anyway.");
        }
        listener.notice(sentence);
    }

    /** Runs the champion on the training tasks, where a proposer reads episodes. */
    private List<Episode> learn() throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        if (plan.races() && !turns.readsEpisodes()) {
            return List.of();
        }
        List<Episode> train =
                results.of(champion.values(), split.train(), champion.patch().title());
        champion.learned(Episode.meanByTask(train));
        return train;
    }

    String nothingNew() {
        return ("No proposer has anything new to try. " + turns.stopped()).strip();
    }

    /** Returns why a session ends before a turn; empty if it goes on. */
    Optional<String> end(int turn) {
        if (bench.stopped()) {
            throw new CachedEpisodeRunner.Stopped();
        }
        String limit = results.limit();
        if (!limit.isEmpty()) {
            return Optional.of("The budget of " + limit + " is spent.");
        }
        return plan.budget().proposals() > 0 && turn > plan.budget().proposals()
                ? Optional.of("All " + plan.budget().proposals() + " proposals were made.")
                : Optional.empty();
    }

    /** Changes join as long as the plan has shares for them, and race until all are decided on. */
    private String race(ChangeRace race) throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        int turn = 1;
        try {
            while (true) {
                // Where asking costs something, half of the shares wait for what the first half comes to.
                boolean waits =
                        turns.costly() && champion == all.getFirst() && (race.played() == 0 || race.undecided() > 0);
                int kept = waits ? plan.budget().tests() / 2 : 0;
                boolean asked = true;
                while (asked && race.places() > kept && end(turn).isEmpty()) {
                    Optional<ProposalScheduler.Proposal> next = turns.next(
                            turn,
                            all,
                            List.of(champion),
                            Front.of(List.of(champion), split.train()),
                            champion.id(),
                            true);
                    asked = next.isPresent();
                    if (asked) {
                        enter(next.get(), race);
                        turn++;
                    }
                }
                if (race.undecided() == 0) {
                    return race.places() == 0
                            ? "All " + plan.budget().tests()
                                    + " changes that share the session's chance of error are decided."
                            : end(turn).orElseGet(this::nothingNew);
                }
                if (bench.stopped()) {
                    throw new CachedEpisodeRunner.Stopped();
                }
                listener.begins(progress(
                        turn,
                        "pair " + (race.played() + 1) + " and on, " + DisplayFormat.times(race.undecided(), "change")
                                + " undecided"));
                for (ImprovementCandidate one : race.play()) {
                    turns.credit(one.proposer(), one.verdict() == Verdict.KEPT);
                    decided.accept(one);
                }
                if (champion != race.champion()) {
                    champion = race.champion();
                    if (race.places() > 0) {
                        learn();
                    }
                }
            }
        } catch (CachedEpisodeRunner.OutOfBudget e) {
            all.stream().filter(one -> one.verdict() == Verdict.UNDECIDED).forEach(one -> {
                one.decided(Verdict.UNDECIDED, "The budget of " + e.getMessage() + " ended before it was judged.");
                decided.accept(one);
            });
            throw e;
        }
    }

    /** Lets the changes of a proposal join a race. */
    private void enter(ProposalScheduler.Proposal proposal, ChangeRace race) {
        results.asked(proposal.usage());
        for (ImprovementCandidate one : made(proposal)) {
            if (race.places() == 0) {
                return;
            }
            all.add(one);
            try {
                if (!proposal.refusal().isEmpty()) {
                    throw new LabException("Refused: " + proposal.refusal());
                }
                bench.check(one.values(), split.tried());
                race.join(one);
            } catch (EndedEarly e) {
                throw e;
            } catch (GuerdonException e) {
                one.decided(Verdict.FAILED, e.getMessage() + ".");
                turns.credit(proposal.proposer(), false);
                decided.accept(one);
            }
        }
    }

    /** Returns the candidates of a proposal. */
    List<ImprovementCandidate> made(ProposalScheduler.Proposal proposal) {
        List<String> parents =
                proposal.other().isEmpty() ? List.of(proposal.parent()) : List.of(proposal.parent(), proposal.other());
        ImprovementCandidate parent = contender(proposal.parent());
        List<Patch> patches = proposal.patches().isEmpty()
                ? List.of(new Patch("no usable answer", "", "", Map.of()))
                : proposal.patches();
        List<ImprovementCandidate> made = new ArrayList<>();
        for (Patch patch : patches) {
            made.add(new ImprovementCandidate(
                    "c" + (all.size() + made.size()),
                    parents,
                    proposal.proposer(),
                    patch,
                    space.at(parent.values()).after(patch)));
        }
        return made;
    }

    private Optional<Held> confirm() throws InterruptedException {
        ImprovementCandidate start = all.getFirst();
        if (!plan.rule().confirm() || champion.equals(start)) {
            return Optional.empty();
        }
        boolean apart = !split.apart().isEmpty();
        List<String> tasks = apart ? split.apart() : split.tried();
        listener.begins(progress(all.size(), "the confirmation"));
        List<Episode> champions = results.fresh(champion.values(), tasks, plan.seed() + FRESH, "confirmation");
        List<Episode> starts = results.fresh(start.values(), tasks, plan.seed() + FRESH, "confirmation of the start");
        // Pairs of a race choose by differences; no single run is what the champion was chosen by.
        List<Episode> chosen = plan.races() ? List.of() : results.known(champion.values(), split.tried());
        WinnerConfirmation figures = WinnerConfirmation.of(plan.rule(), split, chosen, champions, starts, plan.seed());
        return Optional.of(Held.of(figures, MeanEstimate.of(chosen).mean(), apart, champions, starts));
    }

    Progress progress(int turn, String next) {
        SessionCost spent = results.spent();
        long budget = plan.budget().episodes();
        Optional<Duration> eta = budget == 0 || spent.episodes() == 0
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(
                        spent.time().toMillis() * Math.max(0, budget - spent.episodes()) / spent.episodes()));
        return new Progress(
                turn,
                front().members().size(),
                champion.id() + " " + champion.patch().title(),
                champion.trainMean(),
                next,
                spent.words(),
                eta);
    }

    ImprovementCandidate contender(String id) {
        return all.stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new LabException("the journal names the candidate '" + id + "', which is not there"));
    }

    /** Returns the candidates that were run on all training tasks. */
    List<ImprovementCandidate> pool() {
        return all.stream()
                .filter(one -> one.stage() == Stage.TRAINED || one.stage() == Stage.TESTED)
                .filter(one -> !plan.races() || !one.train().isEmpty() || one == champion)
                .toList();
    }

    Front front() {
        return Front.of(pool(), split.train());
    }

    Diagnosis diagnosis(ImprovementCandidate one) {
        return diagnoses.computeIfAbsent(one.digest(), digest -> bench.diagnose(digest, one.values(), split.train()));
    }

    private Proposer.Details details(ImprovementCandidate one) {
        return episode ->
                split.train().contains(episode.task()) ? bench.detail(one.digest(), episode) : Optional.empty();
    }
}
