package dev.guerdon.cli.run;

import dev.guerdon.agent.PromptFolder;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunPromptSections;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Suite;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options about the sections of an agent's system prompt. */
final class PromptOptions {

    @Option(
            names = "--prompt",
            paramLabel = "DIR|RUN",
            description =
                    "Use the sections of the system prompt in this folder, a text file each, or those that a stored"
                            + " run had. --write-prompt writes the present ones to start from.")
    private @Nullable String prompt;

    @Option(
            names = "--write-prompt",
            paramLabel = "DIR",
            description = "Write the sections of the system prompt to this folder, and run nothing.")
    private @Nullable Path folder;

    /** Settings with the sections among them, where some were named. */
    Map<String, String> addedTo(Map<String, String> settings, RunStore store) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (prompt != null) {
            all.put(PromptSections.SETTING, sections(store, prompt).setting());
        }
        return all;
    }

    /** A folder goes before a run of the same name. */
    private static PromptSections sections(RunStore store, String named) {
        Path place = Path.of(named);
        boolean isNamed = named.equals(RunStore.LATEST)
                || store.list().stream().anyMatch(info -> isBeginning(named, info.name()));
        boolean isRun = Files.exists(place.resolve("run.json")) || (isNamed && !Files.isDirectory(place));
        return isRun ? RunPromptSections.of(store, named) : PromptFolder.read(place);
    }

    private static boolean isBeginning(String named, String run) {
        return !named.isBlank() && (run.startsWith(named) || run.startsWith("run_" + named));
    }

    boolean isToBeWritten() {
        return folder != null;
    }

    /** Returns the folder that the sections are written to. */
    Path written() {
        return Objects.requireNonNull(folder);
    }

    /** Writes the sections that a run of this suite has, and lists their files. */
    void write(Registry registry, Suite suite, PrintWriter out) {
        PromptSections sections = RunPromptSections.of(registry, suite);
        PromptFolder.write(written(), sections);
        sections.sections().forEach(section -> out.println(written().resolve(section.file())));
        out.flush();
    }
}
