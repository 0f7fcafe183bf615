package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Secrets;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.parquet.ParquetWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon export}. */
@Command(
        name = "export",
        description = {
            "Write the episodes of a run to a file: a Parquet table, or JSON lines.",
            "'guerdon score' reads what is written, and so do pandas, DuckDB and other tools."
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon export latest --out run.parquet", "  guerdon export latest --out run.jsonl.gz"})
@Internal
public final class ExportCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(
            paramLabel = "RUN",
            description = "Write this run: its name, the start of its name, its folder, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description =
                    "Write to this file: Parquet if the name ends in .parquet, else JSON lines, which may end in .gz or"
                            + " .zst; '-' is standard output.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String out;

    private String next = "";

    /** Where episodes go. */
    private interface Target extends AutoCloseable {
        void add(ExportedEpisode episode) throws IOException;

        @Override
        void close() throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        String ending = out.toLowerCase(Locale.ROOT);
        boolean table = ending.endsWith(".parquet") || ending.endsWith(".parq") || ending.endsWith(".pq");
        if (!table && !DataFiles.isStandard(out) && !ending.matches(".*\\.(jsonl?|ndjson)(\\.(gz|zst))?")) {
            throw new GuerdonException("--out must end in .parquet, .jsonl, .jsonl.gz or .jsonl.zst, found " + out);
        }
        try (Run run = runs.store().open(name)) {
            long count = table ? table(run) : lines(run);
            if (!DataFiles.isStandard(out)) {
                spec.commandLine()
                        .getErr()
                        .println(count + " episodes of " + run.info().name() + " in " + out);
                next = "guerdon score --reward " + NextStep.quoted(run.info().reward()) + " --in "
                        + NextStep.quoted(out);
            }
        }
        return ExitCode.DONE;
    }

    /** A table has its end at the end: it is made beside the file, and takes its place when it is whole. */
    private long table(Run run) throws IOException {
        Path file = Path.of(out);
        Path half = file.resolveSibling(file.getFileName() + ".new");
        try {
            long count = write(run, new Target() {
                private final ParquetWriter writer =
                        new ParquetWriter(Files.newOutputStream(half), ExportedEpisode.COLUMNS);

                @Override
                public void add(ExportedEpisode episode) throws IOException {
                    writer.add(episode.row());
                }

                @Override
                public void close() throws IOException {
                    writer.close();
                }
            });
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
            return count;
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private long lines(Run run) throws IOException {
        OutputStream to = new DataFiles(sources.registry()).out(out);
        return write(run, new Target() {
            @Override
            public void add(ExportedEpisode episode) throws IOException {
                String line = JsonCodec.write(Secrets.known().redactValue(episode.line()));
                to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public void close() throws IOException {
                to.close();
            }
        });
    }

    private long write(Run run, Target target) throws IOException {
        long count = 0;
        try (target;
                Stream<Episode> episodes = run.stream()) {
            for (Iterator<Episode> each = episodes.iterator(); each.hasNext(); count++) {
                Episode episode = each.next();
                target.add(new ExportedEpisode(run.info(), episode, run.detail(episode)));
            }
        } catch (IOException e) {
            throw new EndedEarly(out + " could not be written: " + e.getMessage() + "; what it has is not whole", e);
        }
        return count;
    }

    @Override
    public String next() {
        return next;
    }
}
