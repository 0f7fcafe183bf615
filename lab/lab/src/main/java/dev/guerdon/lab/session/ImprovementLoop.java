package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.session.ChangeTrial.Spending;
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
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.text.DisplayFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The loop: diagnose, propose, try on few tasks, then on more, test, keep or not, until nothing helps or the budget is spent.
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
            Spent spent,
            Map<String, int[]> credits) {

        public Outcome {
            contenders = List.copyOf(contenders); // the session goes on with its own
        }

        /** The candidate of an id. */
        public ImprovementCandidate contender(String id) {
            return contenders.stream()
                    .filter(one -> one.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        /** The changes that were kept, in order. */
        public List<ImprovementCandidate> kept() {
            return contenders.stream()
                    .filter(one -> one.verdict() == Verdict.KEPT)
                    .toList();
        }
    }

    /** The confirmation has other seeds than those that the champion was chosen by. */
    private static final long FRESH = 1_000_003;

    private final ImprovePlan plan;
    private final TaskSplit split;
    private final CandidateRunner bench;
    private final boolean anyway;
    private final CachedEpisodeRunner results;
    private final ProposalScheduler turns;
    private final CandidateScreening tryout;
    private final Patch.Space space;
    private final List<ImprovementCandidate> all = new ArrayList<>();
    private final List<Decision> decisions = new ArrayList<>();
    private final Map<String, Diagnosis> diagnoses = new HashMap<>();
    private ImprovementCandidate champion;
    private ImprovementListener listener = new ImprovementListener() {};
    private Consumer<ImprovementCandidate> decided = contender -> {};

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
        this.results = new CachedEpisodeRunner(plan, bench, journal, reserve(plan, split));
        this.turns =
                new ProposalScheduler(proposers, space, guard, this::diagnosis, this::details, journal, plan.seed());
        this.tryout = new CandidateScreening(plan, split, results);
        for (Json line : journal.read()) {
            results.recall(line);
            turns.recall(line);
        }
        this.champion = new ImprovementCandidate(
                "c0", List.of(), "", new Patch(plan.champion().name(), "", "", Map.of()), space.values());
        all.add(champion);
        check(plan, split, anyway);
    }

    /** Returns how many episodes the confirmation needs. */
    private static long reserve(ImprovePlan plan, TaskSplit split) {
        List<String> tasks = split.apart().isEmpty() ? split.tried() : split.apart();
        return plan.rule().confirm() ? 2L * tasks.size() * plan.repeat() : 0;
    }

    /**
     * Refuses a plan that cannot come to anything, before anything is run.
     *
     * @throws IterationPlan.Hopeless if it can keep nothing, unless it is to be run anyway
     */
    public static void check(ImprovePlan plan, TaskSplit split, boolean anyway) {
        long least = (long) (split.train().size() + split.tried().size() + 1) * plan.repeat() + reserve(plan, split);
        if (plan.budget().episodes() > 0 && plan.budget().episodes() < least) {
            throw new LabException(
                    "a budget of " + plan.budget().episodes() + " episodes is too small: the start and the"
                            + " confirmation alone need " + least + "; allow more, or take fewer tasks");
        }
        if (plan.rule().test() != AcceptanceRule.Test.MEAN && !anyway) {
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
        decided = onDecision;
        String ended;
        try {
            try {
                begin();
                ended = loop();
                lastTest();
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
        List<Episode> train =
                results.of(champion.values(), split.train(), champion.patch().title());
        champion.learned(Episode.meanByTask(train));
        champion.reached(Stage.TESTED, Double.NaN);
        champion.decided(Verdict.START, "Everything begins with this state.");
        if (champion.train().isEmpty()) {
            throw new LabException("none of the " + train.size() + " episodes of the start has a score: "
                    + train.getFirst().score() + "; there is nothing to improve on before that is fixed");
        }
        List<Episode> validation =
                results.of(champion.values(), split.tried(), champion.patch().title());
        // Whoever runs a plan anyway need not wait until its chances are computed.
        if (plan.rule().test() != AcceptanceRule.Test.MEAN && !anyway) {
            PlanPower power = PlanPower.of(
                    plan.rule().at(plan.share()), plan.repeat(), plan.budget().tests(), validation, plan.seed());
            if (power.hopeless().isPresent()) {
                throw new IterationPlan.Hopeless(power.hopeless().get()
                        + " Take more tasks, more repeats or fewer tests, or go on with --anyway.");
            }
            listener.notice(power.sentence());
        }
        decided.accept(champion);
    }

    private String loop() throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        for (int turn = 1; ; turn++) {
            String limit = results.limit();
            if (!limit.isEmpty()) {
                return "The budget of " + limit + " is spent.";
            }
            if (testsLeft() == 0) {
                return "All " + plan.budget().tests() + " tests that share the session's chance of error were made.";
            }
            if (plan.budget().proposals() > 0 && turn > plan.budget().proposals()) {
                return "All " + plan.budget().proposals() + " proposals were made.";
            }
            if (bench.stopped()) {
                throw new CachedEpisodeRunner.Stopped();
            }
            Optional<ProposalScheduler.Proposal> next = turns.next(turn, all, pool(), front(), champion.id());
            if (next.isEmpty()) {
                return "No proposer has anything new to try.";
            }
            take(next.get(), turn);
        }
    }

    private int testsLeft() {
        return plan.budget().tests() == 0 ? Integer.MAX_VALUE : plan.budget().tests() - decisions.size();
    }

    private void take(ProposalScheduler.Proposal proposal, int turn)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        results.asked(proposal.usage());
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
        all.addAll(made);
        String title = patches.getFirst().title() + (made.size() > 1 ? " and " + (made.size() - 1) + " more" : "");
        listener.begins(progress(turn, title + " (" + proposal.proposer() + ")"));
        if (!proposal.refusal().isEmpty()) {
            made.forEach(one -> one.decided(Verdict.FAILED, "Refused: " + proposal.refusal() + "."));
            turns.credit(proposal.proposer(), false);
        } else {
            try {
                attempt(made, parent, proposal.race(), turn);
            } catch (CachedEpisodeRunner.OutOfBudget e) {
                made.stream()
                        .filter(one -> one.verdict() != Verdict.KEPT)
                        .forEach(one -> one.decided(
                                Verdict.UNDECIDED, "The budget of " + e.getMessage() + " ended before it was judged."));
                throw e;
            } finally {
                boolean helped = made.stream()
                        .anyMatch(one ->
                                one.verdict() == Verdict.KEPT || (one.stage() != Stage.MINIBATCH && one.gain() > 0));
                turns.credit(proposal.proposer(), helped);
            }
        }
        made.forEach(decided);
    }

    private void attempt(List<ImprovementCandidate> made, ImprovementCandidate parent, boolean race, int turn)
            throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        ImprovementCandidate best = made.getFirst();
        boolean better;
        if (race) {
            best = tryout.race(made, parent, tryout.minibatch("", diagnosis(parent), turn))
                    .getFirst();
            better = best.gain() > 0;
        } else {
            better = tryout.better(best, parent, tryout.minibatch(best.patch().cause(), diagnosis(parent), turn));
        }
        if (better && tryout.train(best, parent) && tryout.promising(best, champion)) {
            test(best);
        }
    }

    private void test(ImprovementCandidate one) throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        double level =
                Spending.next(plan.rule().alpha(), Math.max(1, plan.budget().tests()), decisions);
        tryout.test(one, champion, level);
        decisions.add(new Decision(one.patch().title(), "", "", one.verdict(), one.reason(), List.of()));
        if (one.verdict() == Verdict.KEPT) {
            champion = one;
        }
    }

    /** When nothing new comes, what did best on the training tasks may still be worth a test that is left. */
    private void lastTest() throws InterruptedException, CachedEpisodeRunner.OutOfBudget {
        Optional<ImprovementCandidate> best = pool().stream()
                .filter(one -> one.stage() == Stage.TRAINED)
                .filter(one -> one.trainMean() > champion.trainMean() + 1e-9)
                .max(Comparator.comparingDouble(ImprovementCandidate::trainMean));
        if (best.isPresent() && testsLeft() > 0 && results.limit().isEmpty()) {
            test(best.get());
            decided.accept(best.get());
        }
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
        List<Episode> chosen = results.known(champion.values(), split.tried());
        WinnerConfirmation figures = WinnerConfirmation.of(plan.rule(), split, chosen, champions, starts, plan.seed());
        return Optional.of(Held.of(figures, MeanEstimate.of(chosen).mean(), apart, champions, starts));
    }

    private Progress progress(int turn, String next) {
        Spent spent = results.spent();
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

    private ImprovementCandidate contender(String id) {
        return all.stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new LabException("the journal names the candidate '" + id + "', which is not there"));
    }

    /** The candidates that were run on all training tasks. */
    private List<ImprovementCandidate> pool() {
        return all.stream()
                .filter(one -> one.stage() == Stage.TRAINED || one.stage() == Stage.TESTED)
                .toList();
    }

    private Front front() {
        return Front.of(pool(), split.train());
    }

    private Diagnosis diagnosis(ImprovementCandidate one) {
        return diagnoses.computeIfAbsent(one.digest(), digest -> bench.diagnose(digest, one.values(), split.train()));
    }

    private Proposer.Details details(ImprovementCandidate one) {
        return episode ->
                split.train().contains(episode.task()) ? bench.detail(one.digest(), episode) : Optional.empty();
    }

    /**
     * Costs of a session.
     *
     * @param episodes how many episodes were run
     * @param usage what their models used, and the proposers'
     * @param time how long that took
     */
    public record Spent(long episodes, Usage usage, Duration time) {

        /** Nothing. */
        public static final Spent NOTHING = new Spent(0, Usage.NONE, Duration.ZERO);

        Spent plus(Episode episode) {
            return new Spent(episodes + 1, usage.plus(episode.usage()), time);
        }

        Spent plus(Usage more) {
            return new Spent(episodes, usage.plus(more), time);
        }

        Spent plus(Duration more) {
            return new Spent(episodes, usage, time.plus(more));
        }

        /** In words: {@code 120 episodes, 1.2 M tokens, 0.40 USD, 3 min 2 s}. */
        public String words() {
            StringBuilder words = new StringBuilder(DisplayFormat.times(episodes, "episode"));
            if (usage.tokens() > 0) {
                words.append(", ").append(DisplayFormat.count(usage.tokens())).append(" tokens");
            }
            if (usage.usd() > 0 || !usage.costKnown()) {
                words.append(String.format(Locale.ROOT, ", %.2f USD", usage.usd()))
                        .append(usage.costKnown() ? "" : " and what is not known");
            }
            return words.append(", ").append(DisplayFormat.duration(time)).toString();
        }

        /** Returns which limit would be passed with something reserved for the end; empty for none. */
        String limit(ImprovePlan.Budget budget, long reservedEpisodes) {
            double each = episodes == 0 ? 0 : (double) reservedEpisodes / episodes;
            if (budget.episodes() > 0 && episodes + reservedEpisodes >= budget.episodes()) {
                return "episodes";
            }
            if (budget.tokens() > 0 && usage.tokens() * (1 + each) >= budget.tokens()) {
                return "tokens";
            }
            if (budget.usd() > 0 && usage.usd() * (1 + each) >= budget.usd()) {
                return "money";
            }
            boolean late = budget.time().isPositive()
                    && time.toMillis() * (1 + each) >= budget.time().toMillis();
            return late ? "time" : "";
        }
    }
}
