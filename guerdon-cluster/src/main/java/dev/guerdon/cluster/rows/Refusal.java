package dev.guerdon.cluster.rows;

import dev.guerdon.api.GuerdonException;

/** Says what is wrong with a type that both sides of the seam have. */
final class Refusal {

    private Refusal() {}

    /** Something that may be refused. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T call() throws E;
    }

    static <T, E extends Exception> T of(Call<T, E> call) throws E {
        try {
            return call.call();
        } catch (GuerdonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
