package dev.guerdon.agent.program;

import dev.guerdon.agent.spi.Agent;
import dev.guerdon.agent.spi.AgentKind;
import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The agent {@code command}: a program in any language, which reads a task as JSON and writes what it did as lines of JSON. */
@Internal
public final class CommandKind implements AgentKind {

    private static final int LEAST_OUTPUT = 1_000;

    @Override
    public String name() {
        return "command";
    }

    @Override
    public String description() {
        return "runs a program of your own for each task: JSON in, lines of JSON out";
    }

    @Override
    public boolean usesModel() {
        return false;
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                new Setting("command", "", "the program and its arguments; words in quotes may have spaces, no shell"),
                new Setting("folder", "", "the folder that it runs in; empty for this one"),
                new Setting("timeout", "5m", "how long it may take over one task"),
                new Setting("max_output", "10000000", "how many bytes it may write"),
                new Setting("fields", "", "fields of the task that it is shown, with commas; never the gold answer"),
                new Setting(
                        "env", "", "environment variables that it gets beside PATH, HOME and the like, with commas"));
    }

    @Override
    public Agent create(Map<String, String> values) {
        Settings settings = new Settings(values);
        Duration timeout = Durations.parse(settings.text("timeout"));
        if (timeout.isZero() || timeout.isNegative()) {
            throw new GuerdonException(
                    "expected a time above 0 for the setting 'timeout', found '" + settings.text("timeout") + "'");
        }
        return new ProgramAgent(
                CommandLine.words(settings.text("command").strip()),
                folder(settings.text("folder").strip()),
                new Call("the agent's program", timeout, settings.whole("max_output", LEAST_OUTPUT)),
                names(settings.text("fields")),
                names(settings.text("env")));
    }

    private static Path folder(String named) {
        try {
            Path folder = Path.of(named).toAbsolutePath();
            if (Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException e) {
            // Said below, like a folder that is not there.
        }
        throw new GuerdonException("the setting 'folder' names '" + named + "', which is no folder");
    }

    private static List<String> names(String listed) {
        return Arrays.stream(listed.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
