package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Files that stay are written by {@code KeptFile} and {@code OutputFile}. Whoever opens a file to be written in another way is listed
 * here: it makes a file that is new, temporary, or moved into its place when it is whole.
 */
class FileWritersTest {

    private static final Pattern OPENS = Pattern.compile(
            "(?<!\\w)Files\\.(newOutputStream|newBufferedWriter|writeString|write)\\(|new (FileWriter|FileOutputStream)\\(");

    private static final Set<String> ALLOWED = Set.of(
            "AssistantBenchSetup", // a download in a temporary folder
            "BrowserSetup", // a script in a temporary folder
            "CatalogueGenerator", // products for a benchmark, in a new folder
            "ChildProcesses", // the job of a pool of processes, in their temporary folder
            "DataFiles", // standard output, devices and pipes
            "DriverCommand", // the temporary options of a process
            "DriverArchive", // a temporary sample
            "DriverLink", // how far a process is, in its temporary folder
            "ForeignCalls", // standard error
            "GuerdonServer", // standard error
            "HadoopStore", // what a cluster reaches; beside its place
            "KeptFile", // devices and pipes
            "EngineMain", // standard output of the engine
            "CandidateMaterials", // beside its place
            "MavenSource", // a project in a temporary folder
            "PackedCode", // a temporary folder of a worker
            "PieceResult", // files of an episode on a cluster, which is run again if it is not whole
            "ProjectScaffold", // files that are new
            "ScienceworldSetup", // beside its place
            "SessionKeeping", // the trace, a part of an episode's folder, which is new
            "SharedJar", // beside its place
            "ClassDataTraining"); // samples for the archive of classes

    private static final Pattern TEMPORARY = Pattern.compile("Files\\.createTemp(File|Directory)\\(\\s*\"");

    @Test
    void filesThatStayAreWrittenByKeptFile() throws IOException {
        Set<String> others = classesWith(OPENS);
        assertThat(others)
                .as("a file that stays is written with KeptFile.write; if this one does not stay, say so in ALLOWED")
                .isSubsetOf(ALLOWED);
        assertThat(others).containsAll(ALLOWED);
    }

    /** What a killed process left in the folder of the system stays there for ever; what it left in its own is deleted by the next. */
    @Test
    void temporaryFilesAreInTheFolderOfTheProcess() throws IOException {
        assertThat(classesWith(TEMPORARY))
                .as("made with TemporaryFolder, so that the next process deletes what a killed one left")
                .containsExactlyInAnyOrder(
                        "DoctorCommand", // deleted at once
                        "SuiteGate", // the run of a failed gate, which its message names
                        "ClassDataTraining"); // of a build
    }

    private static Set<String> classesWith(Pattern pattern) throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path sources : Checkout.modules().stream()
                .filter(module -> !module.endsWith("benchmarks"))
                .map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .toList()) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    if (pattern.matcher(Files.readString(file)).find()) {
                        found.add(file.getFileName().toString().replace(".java", ""));
                    }
                }
            }
        }
        return found;
    }
}
