package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Usage of models by their calls. Nothing in it is negative: a figure that is, counts as 0, and its cost as unknown.
 *
 * @param calls how many calls were answered
 * @param inputTokens tokens read, as the provider counts them, or an estimate if it does not
 * @param outputTokens tokens written
 * @param usd what they cost, as far as that is known
 * @param unknown of how many calls the cost is not known: the provider said no number of tokens that can be, or nobody knows its price
 */
@Experimental
public record Usage(long calls, long inputTokens, long outputTokens, double usd, long unknown) {

    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage {
        boolean possible = calls >= 0 && inputTokens >= 0 && outputTokens >= 0 && usd >= 0 && Double.isFinite(usd);
        unknown = Math.max(unknown, possible ? 0 : 1);
        calls = Math.max(0, calls);
        inputTokens = Math.max(0, inputTokens);
        outputTokens = Math.max(0, outputTokens);
        usd = usd > 0 && Double.isFinite(usd) ? usd : 0;
    }

    /** Returns what calls used up whose cost is known. */
    public Usage(long calls, long inputTokens, long outputTokens, double usd) {
        this(calls, inputTokens, outputTokens, usd, 0);
    }

    public Usage plus(Usage other) {
        return new Usage(
                calls + other.calls,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                usd + other.usd,
                unknown + other.unknown);
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }

    /** Returns whether {@link #usd} is the whole cost. */
    public boolean costKnown() {
        return unknown == 0;
    }
}
