package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The examples in a command's help: the lines of its footer, below the heading. */
@Internal
public final class Examples {

    /** Stands above the examples of a command's help. */
    public static final String HEADING = "%nExamples:%n";

    private Examples() {}

    /** The commands to type. */
    public static List<String> of(CommandSpec command) {
        return Stream.of(command.usageMessage().footer()).map(String::strip).toList();
    }
}
