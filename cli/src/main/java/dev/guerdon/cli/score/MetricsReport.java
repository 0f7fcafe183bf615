package dev.guerdon.cli.score;

import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The metrics of a score job, as the user asked for them.
 *
 * @param file gets them as JSON; null for no file
 * @param json whether they are printed as JSON
 * @param quiet whether no table of them is printed
 */
record MetricsReport(CommandSpec spec, @Nullable Path file, boolean json, boolean quiet) {

    void show(Map<String, Object> metrics) {
        if (file != null) {
            try {
                KeptFile.write(file, JsonCodec.write(metrics) + "\n");
            } catch (IOException e) {
                throw new EndedEarly(
                        "every line is scored, but the metrics cannot be written to " + file + ": " + e.getMessage(),
                        e);
            }
        }
        if (json) {
            spec.commandLine().getOut().println(JsonCodec.write(metrics));
        }
        if (!quiet) {
            List<List<String>> rows = new ArrayList<>();
            metrics.forEach((name, value) -> rows.add(List.of(name, TextTable.number(value))));
            PrintWriter err = spec.commandLine().getErr();
            err.print(new TextTable("metric, value", rows)
                    .paint((row, column) ->
                            row.getFirst().contains("/unscored") && !row.get(1).equals("0")
                                    ? Style.WARNING
                                    : Style.NONE)
                    .text(Screens.of(spec).err()));
        }
    }
}
