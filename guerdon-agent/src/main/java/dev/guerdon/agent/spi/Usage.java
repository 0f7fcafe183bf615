package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;

/**
 * What model calls used up.
 *
 * @param calls how many calls were answered
 * @param inputTokens tokens read, as the provider counts them
 * @param outputTokens tokens written
 * @param usd what they cost, 0 where the price is not known
 */
@Experimental
public record Usage(long calls, long inputTokens, long outputTokens, double usd) {

    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage plus(Usage other) {
        return new Usage(
                calls + other.calls,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                usd + other.usd);
    }

    public long tokens() {
        return inputTokens + outputTokens;
    }
}
