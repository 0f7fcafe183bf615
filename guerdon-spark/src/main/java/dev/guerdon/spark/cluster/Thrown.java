package dev.guerdon.spark.cluster;

import java.io.IOException;

/** What went wrong in an engine, which has classes that are not visible here. */
record Thrown(Throwable problem) {

    /** No chain of causes is longer, unless it is a circle. */
    private static final int DEEPEST = 50;

    /** Guerdon's own exceptions have a sentence for the user; others need their type to be understood. */
    String sentence() {
        String message = problem.getMessage();
        return isGuerdons(problem.getClass()) && message != null ? message : problem.toString();
    }

    /** By the name: the class itself is not visible here. */
    private static boolean isGuerdons(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals("dev.guerdon.api.GuerdonException")) {
                return true;
            }
        }
        return false;
    }

    /** Whether something could not be read or written. */
    boolean isIo() {
        Throwable each = problem;
        for (int depth = 0; each != null && depth < DEEPEST; depth++) {
            if (each instanceof IOException) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }
}
