package dev.guerdon.cli.init;

import java.util.Locale;

/** What builds the project. */
enum BuildTool {
    MAVEN("pom.xml", "mvn package", "mvn test -Dguerdon.baseline.update=true", "target"),
    GRADLE("build.gradle.kts", "gradle build", "gradle test -Dguerdon.baseline.update=true", "build");

    private final String file;
    private final String build;
    private final String update;
    private final String target;

    BuildTool(String file, String build, String update, String target) {
        this.file = file;
        this.build = build;
        this.update = update;
        this.target = target;
    }

    /** The file that names the version of Guerdon. */
    String file() {
        return file;
    }

    /** The command that builds and tests. */
    String build() {
        return build;
    }

    /** The command that writes the baseline. */
    String update() {
        return update;
    }

    /** The folder that it writes to. */
    String target() {
        return target;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
