package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder.RunArgument;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.parquet.ParquetWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon export}. */
@Command(
        name = "export",
        description = {
            "Write the episodes of a run to a file: a Parquet table, or JSON lines.",
            "'guerdon score' reads what is written, and so do pandas, DuckDB and other tools."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon export latest --out run.parquet", "  guerdon export latest --out run.jsonl.gz"})
final class ExportCommand extends BaseCommand {

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunArgument chosen = new RunArgument();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description =
                    "Write to this file: Parquet if the name ends in .parquet, else JSON lines, which may end in .gz or"
                            + " .zst; '-' is standard output.")
    private String out = "";

    private final ExportMarks marks = new ExportMarks();

    /** Takes an episode. */
    private interface Sink {
        void take(ExportedEpisode episode) throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        String ending = out.toLowerCase(Locale.ROOT);
        boolean table = ending.endsWith(".parquet") || ending.endsWith(".parq") || ending.endsWith(".pq");
        if (!table && !DataFiles.isStandard(out) && !ending.matches(".*\\.(jsonl?|ndjson)(\\.(gz|zst))?")) {
            throw new GuerdonException("--out must end in .parquet, .jsonl, .jsonl.gz or .jsonl.zst, found " + out);
        }
        Path folder =
                DataFiles.isStandard(out) ? null : Path.of(out).toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new GuerdonException("--out " + out + ": there is no folder " + folder);
        }
        try (Run run = chosen.open()) {
            long count = write(run, table);
            if (!DataFiles.isStandard(out)) {
                err().println(count + " episodes of " + run.info().name() + " in " + out);
                next = "guerdon score --reward "
                        + InvokedCommand.quoted(run.info().reward()) + " --in " + InvokedCommand.quoted(out);
            }
        }
        return ExitCode.DONE;
    }

    /** Passes all episodes of a run on, and returns how many there are. */
    private static long each(Run run, Sink sink) throws IOException {
        long count = 0;
        try (Stream<Episode> episodes = run.stream()) {
            for (Iterator<Episode> each = episodes.iterator(); each.hasNext(); count++) {
                Episode episode = each.next();
                sink.take(new ExportedEpisode(run.info(), episode, run.detail(episode)));
            }
        }
        return count;
    }

    /** Writes all episodes; a file has them all in the end, or what it had before. */
    private long write(Run run, boolean table) throws IOException {
        AtomicLong count = new AtomicLong();
        KeptFile.Content content = to -> {
            if (table) {
                try (ParquetWriter writer = new ParquetWriter(to, ExportedEpisode.COLUMNS)) {
                    count.set(each(run, episode -> writer.add(episode.row(marks))));
                }
            } else {
                try (OutputStream lines = DataFiles.packed(out, to)) {
                    count.set(each(
                            run,
                            episode -> lines.write(
                                    (JsonCodec.write(episode.line(marks)) + "\n").getBytes(StandardCharsets.UTF_8))));
                }
            }
        };
        try {
            if (DataFiles.isStandard(out)) {
                content.writeTo(new DataFiles(sources.registry()).out(out));
            } else {
                KeptFile.write(Path.of(out), content);
            }
        } catch (IOException e) {
            throw new EndedEarly(
                    DataFiles.isStandard(out)
                            ? "standard output could not be written to its end: " + e.getMessage()
                            : "the export could not be written: " + e.getMessage()
                                    + "; a file of that name is as it was",
                    e);
        }
        return count.get();
    }
}
