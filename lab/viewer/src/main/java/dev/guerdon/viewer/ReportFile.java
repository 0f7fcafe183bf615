package dev.guerdon.viewer;

import dev.guerdon.api.Experimental;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.lab.RunReport;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.viewer.episode.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes reports as files, each complete in itself. */
@Experimental
public final class ReportFile {

    private ReportFile() {}

    /**
     * Writes a report: as Markdown if the name of the file ends in {@code .md}, else as a page.
     *
     * @throws LabException if it cannot be written
     */
    public static void write(RunReport report, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            KeptFile.write(
                    file, file.toString().endsWith(".md") ? report.markdown() : ReportPage.of(report.document()));
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    /** Writes {@code report.html} and {@code report.md} into the folder of a session. */
    public static void writeBoth(RunReport report, Path folder) {
        write(report, folder.resolve("report.html"));
        write(report, folder.resolve("report.md"));
    }
}
