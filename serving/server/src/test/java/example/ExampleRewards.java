package example;

import dev.guerdon.api.Reward;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Rewards of a user's own: quick, stuck, broken. */
public final class ExampleRewards {

    /** What a stuck call waits for; a test may let it go. */
    public static volatile CountDownLatch gate = new CountDownLatch(1);

    private ExampleRewards() {}

    @Reward(value = "exact", example = "{\"final_response\":\"a\",\"answer\":\"a\"}")
    public static double exact(String finalResponse, String answer) {
        return finalResponse.equals(answer) ? 1 : 0;
    }

    @Reward("exact_or_stuck")
    public static double exactOrStuck(String finalResponse, String answer) {
        if (finalResponse.equals("stuck")) {
            while (gate.getCount() > 0) {
                // Deaf to interruption, as a loop that computes is, but it leaves the processor to the other tests.
                Thread.interrupted();
                LockSupport.parkNanos(1_000_000);
            }
        }
        return finalResponse.equals(answer) ? 1 : 0;
    }

    @Reward("waits")
    public static double waits(String finalResponse) throws InterruptedException {
        gate.await();
        return 0.5;
    }

    @Reward("throws")
    @SuppressWarnings("DoNotCallSuggester")
    public static double broken(String finalResponse) {
        throw new IllegalStateException("broken on purpose");
    }

    @Reward("length")
    public static Map<String, Object> length(String finalResponse) {
        return Map.of("reward", (double) finalResponse.length(), "words", finalResponse.split(" ", -1).length);
    }
}
