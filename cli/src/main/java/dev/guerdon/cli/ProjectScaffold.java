package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.CauseText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * The files of a new project.
 *
 * @param version the version of Guerdon that it depends on
 */
record ProjectScaffold(ProjectNames names, BuildTool tool, String version) {

    /** Returns whether no repository has this version but the one that a checkout of Guerdon fills. */
    boolean isUnpublished() {
        return version.endsWith("-SNAPSHOT");
    }

    /** Returns the files by their paths below the project's folder. */
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
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new GuerdonException("the project cannot be made in " + folder + ": " + CauseText.of(e), e);
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
                .replace("@FILE@", tool.file)
                .replace("@TARGET@", tool.target)
                .replace("@BUILD@", tool.build)
                .replace("@UPDATE@", tool.update);
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(ProjectScaffold.class.getResourceAsStream("init/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tool that builds the project: the file that names the version of Guerdon, commands, and the folder that is written to. */
    enum BuildTool {
        MAVEN("pom.xml", "mvn package", "mvn test -Dguerdon.baseline.update=true", "target"),
        GRADLE("build.gradle.kts", "gradle build", "gradle test -Dguerdon.baseline.update=true", "build");

        final String file;
        final String build;
        final String update;
        final String target;

        BuildTool(String file, String build, String update, String target) {
            this.file = file;
            this.build = build;
            this.update = update;
            this.target = target;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Names of the parts of a project.
     *
     * @param name the project, such as {@code my-rewards}
     * @param packageName the Java package
     * @param reward the reward, such as {@code my_reward}
     */
    record ProjectNames(String name, String packageName, String reward) {

        private static final String FALLBACK = "my-rewards";

        ProjectNames {
            if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
                throw new GuerdonException(
                        "--name takes small letters, digits and single dashes, and starts with a letter,"
                                + " such as my-rewards; found '" + name + "'");
            }
            if (!SourceVersion.isName(packageName) || packageName.startsWith("java.")) {
                throw new GuerdonException(
                        "--package takes the name of a Java package, such as com.example.rewards; found '" + packageName
                                + "'");
            }
        }

        /**
         * Returns the names for a folder, as far as the user says nothing else.
         *
         * @param taken the names of the rewards there are, which a reward of the project must not have
         */
        static ProjectNames of(
                Path folder, @Nullable String name, @Nullable String packageName, Collection<String> taken) {
            String chosen = name == null ? fromFolder(folder) : name;
            return new ProjectNames(
                    chosen,
                    packageName == null ? "com.example." + packagePart(chosen) : packageName,
                    reward(chosen, taken));
        }

        private static String fromFolder(Path folder) {
            Path last = folder.toAbsolutePath().normalize().getFileName();
            String name = String.valueOf(last)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9]+", "-")
                    .replaceAll("^[-0-9]+|-+$", "");
            return last == null || name.isEmpty() ? FALLBACK : name;
        }

        private static String packagePart(String name) {
            String part = name.replace("-", "");
            return SourceVersion.isName(part) ? part : part + "_";
        }

        /** {@code MyRewards} is {@code My}, because the class is called {@code MyRewards} again. */
        String className() {
            String camel = Arrays.stream(name.split("-", -1))
                    .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                    .collect(Collectors.joining());
            String shorter = camel.replaceFirst("Rewards?$", "");
            return shorter.isEmpty() ? camel : shorter;
        }

        /** {@code my-rewards} has {@code my_reward}; {@code webshop} has {@code my_webshop_reward}, because Guerdon has the shorter one. */
        private static String reward(String name, Collection<String> taken) {
            String snake = name.replace('-', '_');
            String reward = snake.replaceFirst("_rewards?$", "") + "_reward";
            while (taken.contains(reward)) {
                reward = "my_" + reward;
            }
            return reward;
        }

        String folder() {
            return packageName.replace('.', '/');
        }
    }
}
