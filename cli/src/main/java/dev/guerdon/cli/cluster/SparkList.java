package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Jars of Apache Spark, as Guerdon was tried with it: a committed list of the hash and the place of each in a Maven repository. */
final class SparkList {

    /** The version. */
    static final String VERSION = "4.2.0";

    /** How much is to be fetched at most, for the user. */
    static final String SIZE = "278 MB";

    private SparkList() {}

    /**
     * One jar.
     *
     * @param sha256 the hash of its content
     * @param path its place in a Maven repository: {@code group/artifact/version/artifact-version[-classifier].jar}
     */
    record Jar(String sha256, String path) {

        private static final Pattern PATH =
                Pattern.compile("((?:[^/.][^/]*/)+)([^/.][^/]*)/([^/.][^/]*)/\\2-\\3(?:-([^/]+))?\\.jar");

        Jar {
            if (!PATH.matcher(path).matches() || !sha256.matches("[0-9a-f]{64}")) {
                throw new GuerdonException(
                        "expected a SHA-256 and the path of a jar, found '" + sha256 + "  " + path + "'");
            }
        }

        String fileName() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        private String part(int group) {
            return PATH.matcher(path).replaceFirst("$" + group);
        }

        String group() {
            return part(1).replaceFirst("/$", "").replace('/', '.');
        }

        String artifact() {
            return part(2);
        }

        String version() {
            return part(3);
        }

        /** Returns what distinguishes it from the artifact's main jar; empty for that one. */
        String classifier() {
            return part(4);
        }
    }

    /** Returns all of them. */
    static List<Jar> jars() {
        String name = "spark-" + VERSION + ".sha256";
        InputStream list = Objects.requireNonNull(SparkList.class.getResourceAsStream(name), name);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))) {
            List<Jar> jars = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int gap = line.indexOf("  ");
                jars.add(new Jar(line.substring(0, Math.max(0, gap)), line.substring(gap + 2)));
            }
            return List.copyOf(jars);
        } catch (IOException e) {
            throw new GuerdonException("the list of Spark's jars cannot be read: " + e.getMessage(), e);
        }
    }
}
