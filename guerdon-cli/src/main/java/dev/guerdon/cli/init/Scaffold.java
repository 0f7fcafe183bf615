package dev.guerdon.cli.init;

import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The files of a new project.
 *
 * @param version the version of Guerdon that it depends on
 */
record Scaffold(ProjectNames names, BuildTool tool, String version) {

    /** Whether no repository has this version but the one that a checkout of Guerdon fills. */
    boolean isUnpublished() {
        return version.endsWith("-SNAPSHOT");
    }

    /** The files by their paths below the project's folder. */
    Map<String, String> files() {
        String main = "src/main/java/" + names.folder() + "/" + names.className();
        String test = "src/test/java/" + names.folder() + "/" + names.className();
        Map<String, String> files = new LinkedHashMap<>();
        switch (tool) {
            case MAVEN -> files.put("pom.xml", template("pom.xml.txt"));
            case GRADLE -> {
                files.put("build.gradle.kts", template("build.gradle.kts.txt"));
                files.put("settings.gradle.kts", template("settings.gradle.kts.txt"));
            }
        }
        files.put(main + "Rewards.java", template("Rewards.java.txt"));
        files.put(main + "Plugin.java", template("Plugin.java.txt"));
        files.put(
                "src/main/resources/META-INF/services/dev.guerdon.api.Plugin",
                names.packageName() + "." + names.className() + "Plugin\n");
        files.put(test + "RewardsTest.java", template("RewardsTest.java.txt"));
        files.put("src/test/resources/" + names.folder() + "/samples.jsonl", template("samples.jsonl"));
        files.put("suites/" + names.name() + ".yaml", template("suite.yaml"));
        files.put(test + "SuiteTest.java", template("SuiteTest.java.txt"));
        files.put("src/test/baselines/" + names.name() + ".json", template("baseline.json"));
        files.put(".github/workflows/rewards.yml", template("workflow-" + tool + ".yml"));
        files.put("README.md", template("README.md.txt"));
        files.put(".gitignore", template("gitignore.txt"));
        return files;
    }

    /**
     * Writes the files.
     *
     * @throws GuerdonException if one of them is there already; then nothing is written
     */
    void write(Path folder) throws IOException {
        Map<String, String> files = files();
        List<String> there = files.keySet().stream()
                .filter(file -> Files.exists(folder.resolve(file), LinkOption.NOFOLLOW_LINKS))
                .toList();
        if (!there.isEmpty()) {
            throw new GuerdonException("these files are there already, and nothing was written: "
                    + String.join(", ", there) + "; move them, or name another folder: guerdon init DIR");
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            // A file that appeared since the check is not overwritten either.
            Files.writeString(path, file.getValue(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
    }

    private String template(String name) {
        return resource(name)
                .replace("@NAME@", names.name())
                .replace("@PACKAGE@", names.packageName())
                .replace("@FOLDER@", names.folder())
                .replace("@CLASS@", names.className())
                .replace("@REWARD@", names.reward())
                .replace("@UNPUBLISHED@\n", isUnpublished() ? resource("unpublished.md.txt") : "")
                .replace("@VERSION@", version)
                .replace("@FILE@", tool.file())
                .replace("@TARGET@", tool.target())
                .replace("@BUILD@", tool.build())
                .replace("@UPDATE@", tool.update());
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Scaffold.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
