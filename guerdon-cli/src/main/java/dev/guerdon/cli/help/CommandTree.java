package dev.guerdon.cli.help;

import dev.guerdon.api.Internal;
import java.util.List;
import picocli.CommandLine;

/** The commands there are, made as far as they are needed. */
@Internal
public interface CommandTree {

    /** The command line with the command that these words name; other commands have a name and a description only. */
    CommandLine naming(List<String> words);

    /** The command line with every command and all its options. */
    CommandLine whole();
}
