package dev.guerdon.lab.session;

import dev.guerdon.lab.session.CachedEpisodeRunner.OutOfBudget;
import dev.guerdon.lab.session.ChangeTrial.Spending;
import dev.guerdon.lab.session.ImprovementCandidate.Stage;
import dev.guerdon.lab.session.ProposalScheduler.Proposal;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tries changes one after the other, as one does by hand: on a few training tasks, on all of them, then in a test beside the champion. */
final class OneByOneLoop {

    private final ImprovementLoop session;
    private final CandidateScreening tryout;
    private final List<Decision> decisions = new ArrayList<>();

    OneByOneLoop(ImprovementLoop session) {
        this.session = session;
        this.tryout = new CandidateScreening(session.plan, session.split, session.results);
    }

    /** Goes on until nothing new comes or a limit is reached; says why it ended. */
    String run() throws InterruptedException, OutOfBudget {
        String ended = "";
        for (int turn = 1; ended.isEmpty(); turn++) {
            Optional<String> end = session.end(turn);
            Optional<Proposal> next = end.isPresent() || testsLeft() == 0
                    ? Optional.empty()
                    : session.turns.next(turn, session.all, session.pool(), session.front(), session.champion.id());
            if (next.isPresent()) {
                take(next.get(), turn);
            } else {
                ended = end.orElseGet(() -> testsLeft() == 0
                        ? "All " + session.plan.budget().tests()
                                + " tests that share the session's chance of error were made."
                        : session.nothingNew());
            }
        }
        lastTest();
        return ended;
    }

    private int testsLeft() {
        int tests = session.plan.budget().tests();
        return tests == 0 ? Integer.MAX_VALUE : tests - decisions.size();
    }

    private void take(Proposal proposal, int turn) throws InterruptedException, OutOfBudget {
        session.results.asked(proposal.usage());
        ImprovementCandidate parent = session.contender(proposal.parent());
        List<ImprovementCandidate> made = session.made(proposal);
        session.all.addAll(made);
        String title = made.getFirst().patch().title() + (made.size() > 1 ? " and " + (made.size() - 1) + " more" : "");
        session.listener.begins(session.progress(turn, title + " (" + proposal.proposer() + ")"));
        if (!proposal.refusal().isEmpty()) {
            made.forEach(one -> one.decided(Verdict.FAILED, "Refused: " + proposal.refusal() + "."));
            session.turns.credit(proposal.proposer(), false);
        } else {
            try {
                attempt(made, parent, proposal.race(), turn);
            } catch (OutOfBudget e) {
                made.stream()
                        .filter(one -> one.verdict() != Verdict.KEPT)
                        .forEach(one -> one.decided(
                                Verdict.UNDECIDED, "The budget of " + e.getMessage() + " ended before it was judged."));
                throw e;
            } finally {
                boolean helped = made.stream()
                        .anyMatch(one ->
                                one.verdict() == Verdict.KEPT || (one.stage() != Stage.MINIBATCH && one.gain() > 0));
                session.turns.credit(proposal.proposer(), helped);
            }
        }
        made.forEach(session.decided);
    }

    private void attempt(List<ImprovementCandidate> made, ImprovementCandidate parent, boolean race, int turn)
            throws InterruptedException, OutOfBudget {
        ImprovementCandidate best = made.getFirst();
        boolean better;
        if (race) {
            best = tryout.race(made, parent, tryout.minibatch("", session.diagnosis(parent), turn))
                    .getFirst();
            better = best.gain() > 0;
        } else {
            better = tryout.better(
                    best, parent, tryout.minibatch(best.patch().cause(), session.diagnosis(parent), turn));
        }
        if (better && tryout.train(best, parent) && tryout.promising(best, session.champion)) {
            test(best);
        }
    }

    private void test(ImprovementCandidate one) throws InterruptedException, OutOfBudget {
        double level = Spending.next(
                session.plan.rule().alpha(), Math.max(1, session.plan.budget().tests()), decisions);
        tryout.test(one, session.champion, level);
        decisions.add(new Decision(one.patch().title(), "", "", one.verdict(), one.reason(), List.of()));
        if (one.verdict() == Verdict.KEPT) {
            session.champion = one;
        }
    }

    /** When nothing new comes, what did best on the training tasks may still be worth a test that is left. */
    private void lastTest() throws InterruptedException, OutOfBudget {
        Optional<ImprovementCandidate> best = session.pool().stream()
                .filter(one -> one.stage() == Stage.TRAINED)
                .filter(one -> one.trainMean() > session.champion.trainMean() + 1e-9)
                .max(Comparator.comparingDouble(ImprovementCandidate::trainMean));
        if (best.isPresent() && testsLeft() > 0 && session.results.limit().isEmpty()) {
            test(best.get());
            session.decided.accept(best.get());
        }
    }
}
