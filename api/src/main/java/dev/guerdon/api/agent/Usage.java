package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Usage of models by their calls. Nothing in it is negative: a negative number counts as 0, and its cost as unknown.
 *
 * @param calls how many calls were answered
 * @param inputTokens tokens read, as the provider counts them, or an estimate if it does not
 * @param outputTokens tokens written
 * @param usd what they cost, as far as that is known
 * @param unknown how many calls have no known cost: the provider gave no possible number of tokens, or there is no price
 */
@Experimental
public record Usage(long calls, long inputTokens, long outputTokens, double usd, long unknown) {

    /** Usage of nothing. */
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /** Usage by something that does not say what it used. */
    public static final Usage UNKNOWN = new Usage(0, 0, 0, 0, 1);

    public Usage {
        boolean possible = calls >= 0 && inputTokens >= 0 && outputTokens >= 0 && usd >= 0 && Double.isFinite(usd);
        unknown = Math.max(unknown, possible ? 0 : 1);
        calls = Math.max(0, calls);
        inputTokens = Math.max(0, inputTokens);
        outputTokens = Math.max(0, outputTokens);
        usd = usd > 0 && Double.isFinite(usd) ? usd : 0;
    }

    /** Creates the usage of calls whose cost is known. */
    public Usage(long calls, long inputTokens, long outputTokens, double usd) {
        this(calls, inputTokens, outputTokens, usd, 0);
    }

    /** Returns both together. */
    public Usage plus(Usage other) {
        return new Usage(
                calls + other.calls,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                usd + other.usd,
                unknown + other.unknown);
    }

    /** Returns how many tokens were read and written. */
    public long tokens() {
        return inputTokens + outputTokens;
    }

    /** Returns whether {@link #usd} is the whole cost. */
    public boolean costKnown() {
        return unknown == 0;
    }
}
