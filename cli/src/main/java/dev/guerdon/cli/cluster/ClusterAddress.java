package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NameRules;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Address of a cluster, as {@code --on} names it. Looked at before anything starts: Spark's own word on a wrong one comes late, and is a
 * stack trace.
 *
 * @param text the address as Spark reads it
 * @param kind what it names
 */
record ClusterAddress(String text, Kind kind) {

    private static final String PLACE = "(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])";

    /** Kinds of clusters, and how each is named. */
    enum Kind {
        /** Threads of the driver itself. */
        LOCAL("local|local\\[(?:\\*|[1-9]\\d{0,4})(?:\\s*,\\s*[1-9]\\d{0,4})?]"
                + "|local-cluster\\[\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*]"),
        /** Spark's own cluster. */
        STANDALONE("spark://" + PLACE + ":\\d{1,5}(?:," + PLACE + ":\\d{1,5})*"),
        /** Hadoop's. */
        YARN("yarn"),
        /** Kubernetes. */
        KUBERNETES("k8s://(?:https?://)?" + PLACE + "(?::\\d{1,5})?(?:/\\S*)?");

        private final String pattern;

        Kind(String pattern) {
            this.pattern = pattern;
        }
    }

    private static final String POSSIBLE =
            "spark://HOST:PORT, yarn, k8s://https://HOST:PORT, local[THREADS] or local[*] for this machine alone";
    private static final List<String> WORDS = List.of("local", "local-cluster", "spark", "yarn", "k8s");

    /** Reads what the user gave. */
    static ClusterAddress of(String text) {
        return Stream.of(Kind.values())
                .filter(kind -> text.matches(kind.pattern))
                .findFirst()
                .map(kind -> new ClusterAddress(text, kind))
                .orElseThrow(() ->
                        new GuerdonException("expected --on " + POSSIBLE + "; found '" + text + "'" + hint(text)));
    }

    private static String hint(String text) {
        String word = text.replaceFirst("[^A-Za-z0-9-].*", "").toLowerCase(Locale.ROOT);
        String rest = text.substring(Math.min(word.length(), text.length()));
        return switch (word) {
            case "local" -> ", whose number of threads is '" + rest.replaceAll("^\\[|]$", "") + "'";
            case "spark" ->
                rest.startsWith("://")
                        ? ", which needs a host and a port, such as spark://host:7077"
                        : "; did you mean 'spark:/" + "/HOST:7077'?";
            case "k8s" -> ", which needs the address of the Kubernetes API, such as k8s://https://host:443";
            case "mesos" -> ", which Spark 4 has no more";
            default -> {
                List<String> near = NameRules.suggest(word, WORDS);
                yield near.isEmpty() || word.isEmpty() ? "" : "; did you mean '" + near.getFirst() + rest + "'?";
            }
        };
    }

    /** Returns whether only a full Spark can reach it, with the libraries of Hadoop or Kubernetes. */
    boolean needsSubmit() {
        return kind == Kind.YARN || kind == Kind.KUBERNETES;
    }
}
