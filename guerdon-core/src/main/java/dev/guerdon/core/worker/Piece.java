package dev.guerdon.core.worker;

import dev.guerdon.api.Score;
import java.util.List;

/**
 * Some calls of a batch, given to a worker together.
 *
 * @param from the first call
 * @param to behind the last call
 * @param alone whether the worker must have nothing else to do meanwhile
 */
record Piece(Work work, int from, int to, boolean alone) {

    /** The parts that are not decided yet. */
    List<Piece> rest() {
        return work.rest(from, to);
    }

    /** Decides every call that is left in the same way. */
    void decideAll(java.util.function.IntFunction<Score> score) {
        for (Piece part : rest()) {
            for (int call = part.from; call < part.to; call++) {
                work.decide(call, score.apply(call));
            }
        }
    }

    void cancel() {
        decideAll(call -> new Score.Unscored(Score.Reason.CANCELLED, "scoring was ended"));
    }
}
