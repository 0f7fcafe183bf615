package dev.guerdon.spark.cluster;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Executors whose Java is too old for Guerdon's classes: Spark itself is content with Java 17. */
final class OldJava {

    private static final Pattern ERROR = Pattern.compile(
            "UnsupportedClassVersionError: dev/guerdon/.*class file version (\\d+)\\.\\d+.* up to (\\d+)\\.\\d+");

    /** Java 1 has the version 45 of class files, and each later one the next. */
    private static final int BEFORE_JAVA_1 = 44;

    private OldJava() {}

    /** What to tell the user, where that is what Spark's message means. */
    static Optional<String> in(String message) {
        Matcher error = ERROR.matcher(message);
        if (!error.find()) {
            return Optional.empty();
        }
        int needed = Integer.parseInt(error.group(1)) - BEFORE_JAVA_1;
        int found = Integer.parseInt(error.group(2)) - BEFORE_JAVA_1;
        return Optional.of("the executors run Java " + found + ", and Guerdon needs Java " + needed
                + " or newer there; install one on the machines of the cluster and name it with --conf"
                + " spark.executorEnv.JAVA_HOME=FOLDER, or start the workers with it");
    }
}
