package dev.guerdon.junit;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;

/** A sample and what the reward said about it; a {@link RewardTest} may take it as its parameter. */
@Experimental
public record ScoredSample(Sample sample, Score score) {}
