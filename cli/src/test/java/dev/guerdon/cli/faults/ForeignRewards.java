package dev.guerdon.cli.faults;

import dev.guerdon.api.Field.Default;
import dev.guerdon.api.Reward;
import dev.guerdon.api.Reward.Work;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rewards that do what the field {@code act} of a sample says, and one beside them that is honest. */
final class ForeignRewards {

    private final Map<String, Act> acts;
    private final CountDownLatch release;

    ForeignRewards(List<Act> acts, CountDownLatch release) {
        this.acts = acts.stream().collect(Collectors.toMap(Act::name, Function.identity()));
        this.release = release;
    }

    @Reward("honest")
    static Object honest(int number) {
        return Map.of("reward", number % 7 / 7.0, "number", number);
    }

    @Reward("foreign")
    @Nullable
    Object foreign(int number, @Default("") String act) throws Throwable {
        Object honest = honest(number);
        return act.isEmpty()
                ? honest
                : Objects.requireNonNull(acts.get(act), act).behaviour().act(honest, release);
    }

    @Reward(value = "foreign_wait", work = Work.WAIT)
    @Nullable
    Object foreignThatWaits(int number, @Default("") String act) throws Throwable {
        return foreign(number, act);
    }
}
