package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.TemporaryFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/**
 * Fetches jars by their coordinates with the machine's Maven, so that the user's own settings say from where.
 *
 * @param maven its program
 * @param progress receives how many jars have come
 */
record MavenSource(Path maven, Map<String, String> environment, IntConsumer progress) implements SparkFetch.Source {

    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
    private static final int TRIES = 3;
    private static final Pattern FETCHED = Pattern.compile("Downloaded from .*\\.jar\\b.*");
    private static final Pattern NETWORK =
            Pattern.compile("Could not transfer|Connection (?:reset|refused|timed out)|Read timed out|status: 5\\d\\d");

    @Override
    public void fetch(List<SparkList.Jar> jars, Path folder) {
        try {
            // The project is in a folder that only this user can enter: the settings in it may hold a password.
            Path project = TemporaryFolder.create("spark-setup");
            try {
                for (int i = 1; ; i++) {
                    String problem = run(project, jars, folder);
                    if (problem.isEmpty()) {
                        return;
                    }
                    if (i == TRIES || !NETWORK.matcher(problem).find()) {
                        throw new GuerdonException("Maven (" + maven + ") could not fetch Spark's jars: " + problem
                                + "; what has come stays in the Maven repository: run 'guerdon setup spark' again");
                    }
                }
            } finally {
                dev.guerdon.core.base.FolderTree.delete(project);
            }
        } catch (IOException e) {
            throw new GuerdonException("Maven (" + maven + ") could not be started: " + e.getMessage(), e);
        }
    }

    /** Gives what went wrong, or nothing. */
    private String run(Path project, List<SparkList.Jar> jars, Path folder) throws IOException {
        Path pom = project.resolve("pom.xml");
        Files.writeString(pom, pom(jars, folder));
        List<String> command = new ArrayList<>(List.of(maven.toString(), "-B", "-f", pom.toString()));
        String named = environment.getOrDefault("GUERDON_MAVEN_REPOSITORY", "").strip();
        if (!named.isEmpty()) {
            Path settings = project.resolve("settings.xml");
            Files.writeString(
                    settings,
                    "<settings><mirrors><mirror><id>named</id><mirrorOf>*</mirrorOf><url>" + escaped(named)
                            + "</url></mirror></mirrors></settings>");
            command.addAll(List.of("-gs", settings.toString()));
        }
        command.add(PLUGIN);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(project.toFile());
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.getOutputStream().close();
        String problem = "it said nothing";
        int come = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (FETCHED.matcher(line).find()) {
                    come = Math.min(jars.size(), come + 1);
                    progress.accept(come);
                }
                if (line.startsWith("[ERROR] ") && problem.equals("it said nothing")) {
                    problem = line.substring("[ERROR] ".length()).replaceFirst(" -> \\[Help \\d]$", "");
                }
            }
            return process.waitFor() == 0 ? "" : problem;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("interrupted while Maven fetched Spark", e);
        } finally {
            process.destroy();
        }
    }

    private static String pom(List<SparkList.Jar> jars, Path folder) {
        StringBuilder items = new StringBuilder();
        for (SparkList.Jar jar : jars) {
            items.append("<artifactItem>")
                    .append(element("groupId", jar.group()))
                    .append(element("artifactId", jar.artifact()))
                    .append(element("version", jar.version()))
                    .append(jar.classifier().isEmpty() ? "" : element("classifier", jar.classifier()))
                    .append("</artifactItem>\n");
        }
        return String.format(Locale.ROOT, """
                <project>
                <modelVersion>4.0.0</modelVersion>
                <groupId>dev.guerdon</groupId><artifactId>guerdon-spark-setup</artifactId><version>1</version><packaging>pom</packaging>
                <build><plugins><plugin>
                <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>
                <configuration>%s<overWriteReleases>true</overWriteReleases><artifactItems>
                %s</artifactItems></configuration>
                </plugin></plugins></build>
                </project>
                """, element("outputDirectory", folder.toString()), items);
    }

    private static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name + ">";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
