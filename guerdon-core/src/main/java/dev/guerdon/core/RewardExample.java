package dev.guerdon.core;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import java.nio.charset.StandardCharsets;

/**
 * A reward's own example, on which its options are tried before they meet a million samples.
 *
 * @param plain the reward without options
 */
record RewardExample(RewardEntry plain) {

    static RewardExample of(RewardEntry plain) {
        return new RewardExample(plain);
    }

    /** Refuses options with which the example cannot be scored though it can be without. */
    void check(RewardEntry optioned) {
        if (score(optioned) instanceof Score.Unscored unscored && score(plain) instanceof Score.Scored) {
            throw new GuerdonException(optioned.name() + " cannot score its own example: " + unscored.message());
        }
    }

    private Score score(RewardEntry reward) {
        byte[] line = plain.example().getBytes(StandardCharsets.UTF_8);
        try {
            LineSample sample = new LineDecoder(java.util.List.of(reward)).decode(line, 0, line.length, 1);
            return Scorer.call(reward, sample);
        } catch (GuerdonException e) {
            return new Score.Unscored(Score.Reason.INVALID_INPUT, String.valueOf(e.getMessage()));
        }
    }
}
