package dev.guerdon.junit;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Step.Observation;
import dev.guerdon.api.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts down, with a lucky number that the seed draws at every step; and with flaws, where the kit is to find them. */
final class Countdown implements Environment {

    private static final int MOST_STEPS = 4;
    private static final Random SHARED = new Random(1);
    private static final AtomicInteger OPEN = new AtomicInteger();
    private static int sharedLeft;

    private final Set<Flaw> flaws;
    private final List<String> history = new ArrayList<>();
    private Random random = new Random(0);
    private @Nullable Step last;
    private Status status = Status.READY;
    private int from;
    private int left;
    private int steps;
    private int looks;
    private boolean spoiled;

    Countdown(Set<Flaw> flaws) {
        this.flaws = flaws;
    }

    private boolean has(Flaw flaw) {
        return flaws.contains(flaw);
    }

    @Override
    public void start() {
        if (has(Flaw.CANNOT_BE_MANY) && OPEN.incrementAndGet() > 1) {
            throw new GuerdonException("there is one already");
        }
    }

    @Override
    public Step reset(Task task, long seed) {
        int wanted = task.field("from").orElseThrow().asInt();
        if ((wanted < 1 || wanted > 100) && !has(Flaw.TAKES_ANY_TASK)) {
            spoiled |= has(Flaw.IS_LOST_AFTER_AN_UNKNOWN_TASK);
            throw new GuerdonException("the field 'from' must be 1 to 100, found " + wanted);
        }
        if (seed < 0 && has(Flaw.REFUSES_SEEDS)) {
            throw new GuerdonException("the seed must be 0 or more, found " + seed);
        }
        if (spoiled) {
            throw new GuerdonException("spoiled");
        }
        if (!has(Flaw.GOES_ON_DRAWING_AFTER_A_RESET)) {
            random = has(Flaw.DRAWS_WITHOUT_THE_SEED) ? new Random() : new Random(seed);
        }
        from = wanted;
        left = wanted;
        sharedLeft = wanted;
        if (!has(Flaw.KEEPS_COUNT_OVER_A_RESET) || last == null || last.done()) {
            steps = 0;
        }
        looks = 0;
        history.clear();
        last = answer("You are at " + left + ".", has(Flaw.PAYS_FOR_THE_RESET) ? 1 : 0);
        return last;
    }

    @Override
    public Step step(String action) {
        Step before = last;
        if (before == null || (status == Status.CLOSED && !has(Flaw.ACTS_AFTER_CLOSE))) {
            if (has(Flaw.STEPS_BEFORE_THE_RESET) && status == Status.READY) {
                return answer("Not yet.", 0);
            }
            throw new GuerdonException("no episode has begun; reset the environment first");
        }
        if (before.done() && has(Flaw.REPEATS_THE_LAST_ANSWER)) {
            return before;
        }
        if (before.done() && has(Flaw.FORGETS_THAT_IT_ENDED)) {
            return new Step(before.observation(), 0, false, Map.of("score", from - left, Step.ERROR, "over"));
        }
        Optional<Step> refusal = refusal(before, action);
        if (refusal.isPresent() && !before.done() && has(Flaw.CARRIES_OUT_WHAT_IT_REFUSES)) {
            left = Math.max(1, left - 1);
        }
        if (refusal.isPresent()) {
            steps += before.done() && !has(Flaw.COUNTS_AFTER_THE_END) ? 0 : 1;
            return refusal.get();
        }
        steps++;
        String asked = action.strip();
        if (!List.of("1", "2").contains(asked) || Integer.parseInt(asked) > left) {
            if (has(Flaw.THROWS_FOR_NONSENSE)) {
                throw new IllegalArgumentException(asked);
            }
            if (has(Flaw.LISTS_WHAT_ITS_RULES_THROW_FOR) && asked.equals("3")) {
                throw new IllegalStateException("three");
            }
            status = has(Flaw.BREAKS_AT_NONSENSE) ? Status.BROKEN : status;
            last = answer("What?", 0);
            return last;
        }
        int size = Integer.parseInt(asked);
        history.add(asked);
        sharedLeft -= size;
        left = has(Flaw.SHARES_ITS_STATE) ? sharedLeft : left - size;
        last = answer("You are at " + left + ".", has(Flaw.PAYS_THE_SCORE) ? from - left : size);
        return last;
    }

    private Optional<Step> refusal(Step before, String action) {
        int longest = has(Flaw.READS_LONG_ACTIONS) ? Integer.MAX_VALUE : longestAction();
        if (before.done() && has(Flaw.ACTS_AFTER_THE_END)) {
            left--;
            return Optional.of(before.afterEnd());
        }
        Optional<Step> refusal = before.refusal(action, longest);
        return has(Flaw.DOES_NOT_SAY_THE_LENGTH) && !before.done()
                ? refusal.map(answer -> before.refused("What?"))
                : refusal;
    }

    private Step answer(String text, double reward) {
        int lucky = (has(Flaw.SHARES_ITS_DRAWS) ? SHARED : random).nextInt(1_000_000);
        boolean over = left == 0 || (has(Flaw.ENDS_BEFORE_ITS_TIME) && left < 3);
        boolean cut = !over && steps >= MOST_STEPS;
        Map<String, @Nullable Object> info = new LinkedHashMap<>();
        info.put("left", left);
        info.put("steps", steps);
        info.put("lucky", lucky);
        info.put("looks", looks);
        info.put("history", has(Flaw.GIVES_LIVE_VALUES) ? history : List.copyOf(history));
        if (!has(Flaw.TELLS_THE_SCORE_ONLY_AT_THE_END) || over) {
            info.put(Step.SCORE, from - left);
        }
        if (has(Flaw.GIVES_OBJECTS)) {
            info.put("thread", new Object());
        }
        Step.End end = over
                ? Step.End.TERMINATED
                : cut ? Step.End.truncated(has(Flaw.CUTS_BY_A_LIMIT_WITHOUT_NAME) ? "" : "steps") : Step.End.NONE;
        boolean done = (over || cut) && !has(Flaw.ENDS_WITHOUT_BEING_DONE);
        double paid = has(Flaw.PAYS_NOT_A_NUMBER) && steps > 0 ? Double.NaN : reward;
        return new Step(Observation.of(text), paid, done, info, has(Flaw.IS_DONE_WITHOUT_AN_END) ? Step.End.NONE : end);
    }

    @Override
    public List<String> actions() {
        if (left == 0 || last == null) {
            return List.of();
        }
        List<String> listed = new ArrayList<>(left == 1 ? List.of("1") : List.of("1", "2"));
        if (has(Flaw.LISTS_WHAT_IT_REFUSES) || has(Flaw.LISTS_WHAT_ITS_RULES_THROW_FOR)) {
            listed.add("3");
        }
        if (has(Flaw.LISTS_TWICE)) {
            listed.add("1");
        }
        return listed;
    }

    @Override
    public Optional<String> hint() {
        looks += has(Flaw.COUNTS_LOOKS) ? 1 : 0;
        return actions().stream().reduce((first, second) -> second);
    }

    @Override
    public String describeState() {
        return left + " left after " + steps;
    }

    @Override
    public void reset() {
        spoiled |= has(Flaw.IS_BROKEN_BY_A_RESOURCE_RESET);
    }

    @Override
    public Status status() {
        return status;
    }

    @Override
    public void close() {
        if (last == null && has(Flaw.FAILS_TO_CLOSE_UNUSED)) {
            throw new IllegalStateException("nothing to close");
        }
        if (has(Flaw.CANNOT_BE_MANY)) {
            OPEN.decrementAndGet();
        }
        status = has(Flaw.NEVER_CLOSES) ? Status.READY : Status.CLOSED;
    }
}
