package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.math.spi.MathLimits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No input takes long or much memory, and none throws anything but a budget. */
class BoundednessTest {

    private static final long MAX_CPU_NANOS = 50_000_000;
    private static final long MAX_BYTES = 64 << 20;

    /** On a busy machine the compiler is late, so what is slow at first is tried again for so long. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    @Tag("slow")
    void hostileInputsEndWithinTimeAndMemory() {
        List<String[]> pairs = Hostile.pairs();
        List<String> excesses = new ArrayList<>();
        for (boolean verify : new boolean[] {false, true}) {
            pairs.forEach(pair -> grade(pair, verify));
            for (String[] pair : pairs) {
                measure(pair, verify, excesses);
            }
        }
        assertThat(excesses).isEmpty();
    }

    private static void measure(String[] pair, boolean verify, List<String> excesses) {
        // The best of some runs: what else the machine does is not ours.
        long nanos = Long.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        long begun = THREADS.getCurrentThreadCpuTime();
        long start = begun;
        while ((nanos > MAX_CPU_NANOS || bytes > MAX_BYTES) && start - begun < PATIENCE_NANOS) {
            long startBytes = THREADS.getCurrentThreadAllocatedBytes();
            start = THREADS.getCurrentThreadCpuTime();
            grade(pair, verify);
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - start);
            bytes = Math.min(bytes, THREADS.getCurrentThreadAllocatedBytes() - startBytes);
        }
        if (nanos > MAX_CPU_NANOS || bytes > MAX_BYTES) {
            excesses.add("%d µs, %d kB: %s || %s".formatted(nanos / 1000, bytes >> 10, cut(pair[0]), cut(pair[1])));
        }
    }

    /** Anything but a verdict or a spent budget fails the test. */
    private static void grade(String[] pair, boolean verify) {
        try {
            if (verify) {
                MathVerify.accepts(pair[1], pair[0]);
            } else {
                MathEquality.exact().equal(pair[0], pair[1]);
            }
        } catch (UnscoredException e) {
            assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT);
        }
    }

    private static String cut(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "... (" + text.length() + ")" : text;
    }

    @Test
    @Tag("slow")
    void aTinyStackIsNoReasonToCrash() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread small = new Thread(
                null,
                () -> Hostile.pairs().forEach(pair -> {
                    grade(pair, false);
                    grade(pair, true);
                }),
                "small stack",
                160_000);
        small.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        small.start();
        small.join();
        assertThat(failures).isEmpty();
    }

    @Test
    void giantNumbersAreDecidedWhereSizeAloneDecides() {
        MathEquality exact = MathEquality.exact();
        assertThat(exact.equal("9^{9^{9^{9}}}", "5")).isFalse();
        assertThat(exact.equal("9^{9^{9}}", "9^{9^{8}}")).isFalse();
        assertThat(exact.equal("1000000!", "999999!")).isFalse();
        assertThat(exact.equal("\\binom{1000000}{500000}", "5")).isFalse();
        assertThat(exact.equal("1e999999999", "1e999999998")).isFalse();
        assertThat(exact.equal("-10^{10^{10}}", "10^{10^{10}}")).isFalse();
    }

    @Test
    void giantNumbersAreEqualToThemselvesAndNotToTheirNeighbours() {
        MathEquality exact = MathEquality.exact();
        assertThat(exact.equal("10^{10^{10}}", "10^{10^{10}}")).isTrue();
        assertThat(exact.equal("1+10^{10^{10}}", "10^{10^{10}} + 1")).isTrue();
        assertThat(exact.equal("10^{10^{10}}+1", "10^{10^{10}}")).isFalse();
        assertThat(exact.equal("2\\cdot 10^{10^{10}}", "10^{10^{10}}+10^{10^{10}}"))
                .isTrue();
    }

    @Test
    void whatCannotBeDecidedCheaplyIsUnscoredAndSaysWhy() {
        assertThatThrownBy(() -> MathEquality.exact().equal("2^{10^{10}}", "4^{5\\cdot 10^9}"))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.TIMEOUT))
                .hasMessageContaining("10000 digits");
    }

    @Test
    void limitsCanBeChosen() {
        MathLimits tight = new MathLimits(100, 10, 20, 50, 1000);
        assertThatThrownBy(() -> MathEquality.exact().within(tight).equal("x+2", "((((((1))))))+x"))
                .isInstanceOf(UnscoredException.class)
                .hasMessageContaining("nested deeper than 10");
    }

    @Test
    void mathVerifyTakesACostlyResponseForWrongAndSaysWhy() {
        String brackets = "(".repeat(401) + "1" + ")".repeat(401);
        assertThat(MathVerify.judge("x+1", brackets).reason()).contains("nested deeper than");
        assertThat(MathVerify.judge("x+1", "\\boxed{100000000!}").equal()).isFalse();
        assertThat(MathVerify.judge("5", "9!!!!!").equal()).isFalse();
        assertThatThrownBy(() -> MathVerify.judge(brackets, "1")).isInstanceOf(UnscoredException.class);
    }

    @Test
    void anExponentBeyondIntegersIsNoCrash() {
        MathEquality exact = MathEquality.exact();
        assertThat(exact.equal("\\int_0^1 x^{\\frac{1}{30000000000}}dx", "2")).isFalse();
        assertThat(exact.equal("\\int_0^1 e^{\\frac{30000000000x}{7}}dx", "2")).isFalse();
    }

    @Test
    void aResponseBeyondTheLimitsIsWrongAndSaysWhy() {
        String brackets = "(".repeat(401) + "1" + ")".repeat(401);
        AnswerJudgement nested = MathEquality.exact().judge("\\boxed{" + brackets + "}", "1");
        assertThat(nested.equal()).isFalse();
        assertThat(nested.reason()).contains("nested deeper than");
        AnswerJudgement huge = MathEquality.exact().judge("\\boxed{2^{10^{10}}-2^{10^{10}-1}+x}", "\\sqrt{x^2+5}");
        assertThat(huge.equal()).isFalse();
        assertThat(MathEquality.exact().judge("\\boxed{9!!!!}", "5").equal()).isFalse();
        assertThat(MathEquality.exact().judge("\\boxed{((9!)!)!}", "5").equal()).isFalse();
    }
}
