package dev.guerdon.cli.init;

import java.util.Locale;

/** What builds the project. */
enum BuildTool {
    MAVEN("mvn package", "mvn test -Dguerdon.baseline.update=true", "target"),
    GRADLE("gradle build", "gradle test -Dguerdon.baseline.update=true", "build");

    private final String build;
    private final String update;
    private final String target;

    BuildTool(String build, String update, String target) {
        this.build = build;
        this.update = update;
        this.target = target;
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
