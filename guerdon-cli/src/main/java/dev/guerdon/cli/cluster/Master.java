package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Names;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a cluster is, as {@code --on} names it. Looked at before anything starts: Spark's own word on a wrong one comes late, and is a
 * stack trace.
 *
 * @param text what Spark is told
 * @param kind what it names
 */
record Master(String text, Kind kind) {

    /** Kinds of clusters. */
    enum Kind {
        /** Threads of the driver itself. */
        LOCAL,
        /** Spark's own cluster. */
        STANDALONE,
        /** Hadoop's. */
        YARN,
        /** Kubernetes. */
        KUBERNETES
    }

    private static final String POSSIBLE =
            "spark://HOST:PORT, yarn, k8s://https://HOST:PORT, local[THREADS] or local[*] for this machine alone";

    private static final Pattern LOCAL =
            Pattern.compile("local|local\\[(?:\\*|[1-9]\\d{0,4})(?:\\s*,\\s*[1-9]\\d{0,4})?]");
    private static final Pattern LOCAL_CLUSTER =
            Pattern.compile("local-cluster\\[\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*]");
    private static final String PLACE = "(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])";
    private static final Pattern STANDALONE =
            Pattern.compile("spark://" + PLACE + ":\\d{1,5}(?:," + PLACE + ":\\d{1,5})*");
    private static final Pattern KUBERNETES =
            Pattern.compile("k8s://(?:https?://)?" + PLACE + "(?::\\d{1,5})?(?:/\\S*)?");
    private static final List<String> WORDS = List.of("local", "local-cluster", "spark", "yarn", "k8s");

    /** Reads what the user gave. */
    static Master of(String text) {
        if (LOCAL.matcher(text).matches() || LOCAL_CLUSTER.matcher(text).matches()) {
            return new Master(text, Kind.LOCAL);
        }
        if (STANDALONE.matcher(text).matches()) {
            return new Master(text, Kind.STANDALONE);
        }
        if (text.equals("yarn")) {
            return new Master(text, Kind.YARN);
        }
        if (KUBERNETES.matcher(text).matches()) {
            return new Master(text, Kind.KUBERNETES);
        }
        throw new GuerdonException("expected --on " + POSSIBLE + "; found '" + text + "'" + hint(text));
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
                List<String> near = Names.suggest(word, WORDS);
                yield near.isEmpty() || word.isEmpty() ? "" : "; did you mean '" + near.getFirst() + rest + "'?";
            }
        };
    }

    /** Whether only a full Spark can reach it, with the libraries of Hadoop or Kubernetes. */
    boolean needsSubmit() {
        return kind == Kind.YARN || kind == Kind.KUBERNETES;
    }
}
