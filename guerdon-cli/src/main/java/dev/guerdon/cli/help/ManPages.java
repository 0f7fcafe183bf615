package dev.guerdon.cli.help;

import dev.guerdon.base.KeptFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * The manual pages: one for each command, in the format of {@code man}.
 *
 * @param root the command line with all commands
 */
record ManPages(CommandLine root) {

    /** Writes all pages into a folder, which is made if it is not there; gives how many there are. */
    int write(Path folder) throws IOException {
        Files.createDirectories(folder);
        return write(root, folder);
    }

    private static int write(CommandLine command, Path folder) throws IOException {
        ManPage page = new ManPage(command.getCommandSpec());
        KeptFile.write(folder.resolve(page.name() + ".1"), page.text());
        int written = 1;
        for (CommandLine below : command.getSubcommands().values()) {
            written += write(below, folder);
        }
        return written;
    }
}
