package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.SharedLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers the processes of a cluster, which ask before each call of a model that has limits.
 *
 * @param limits the limits; null for a model that has none
 */
record LimitDesk(@Nullable SharedLimits limits) {

    /** The desk for a model. */
    static LimitDesk of(String model) {
        return new LimitDesk(SharedLimits.of(model).orElse(null));
    }

    /**
     * Answers at once.
     *
     * @param piece what the call is for
     */
    byte[] answer(Object piece, byte[] asked) {
        GateQuestion question = GateQuestion.read(asked);
        return GateQuestion.answer(limits == null ? Duration.ZERO : answer(limits, piece, question));
    }

    private static Duration answer(SharedLimits limits, Object piece, GateQuestion question) {
        return switch (question.kind()) {
            case ENTER -> limits.tryEnter(piece, question.attempt(), question.call(), question.estimated());
            case LEAVE -> {
                limits.leave(piece, question.attempt(), question.call(), question.estimated(), question.used());
                yield Duration.ZERO;
            }
            case CLOSE -> {
                limits.closeFor(Duration.ofNanos(question.used()));
                yield Duration.ZERO;
            }
        };
    }

    /** Forgets a piece that ended, with the calls that it did not end itself. */
    void release(Object piece) {
        if (limits != null) {
            limits.release(piece);
        }
    }
}
