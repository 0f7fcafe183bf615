package dev.guerdon.math;

/** Answers like Math-Verify: what that library accepts is accepted, its own conventions included. */
public final class MathVerify {

    private MathVerify() {}

    /** Whether Math-Verify would accept the response for this gold answer. */
    public static boolean accepts(String gold, String response) {
        return MathEquality.exact().equal(response, gold);
    }
}
