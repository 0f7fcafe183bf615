package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.TemporaryFolder;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch.Kind;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.UnifiedDiff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Writes a champion as files that a person can read, run and edit. */
@Internal
public final class ChampionFiles {

    private ChampionFiles() {}

    /**
     * Writes {@code champion.yaml} and, where sections may change, the folder {@code prompt}; files of a work folder go below {@code files}.
     *
     * @param state the champion as it is run
     * @return what was written or removed
     */
    public static List<Path> write(Path folder, Map<String, String> values, Candidate state, String suite) {
        List<Path> touched = new ArrayList<>();
        try {
            Files.createDirectories(folder);
            Path yaml = folder.resolve("champion.yaml");
            KeptFile.write(yaml, yaml(state, suite));
            touched.add(yaml);
            Map<String, String> sections = new TreeMap<>();
            values.forEach((id, text) -> {
                if (id.startsWith(Kind.SECTION.target("")) && !text.isBlank()) {
                    sections.put(CandidateMaterials.bare(Kind.SECTION, id), text);
                }
            });
            touched.addAll(sections(folder.resolve("prompt"), sections));
            boolean files = values.keySet().stream().anyMatch(id -> id.startsWith(Kind.FILE.target("")));
            if (files) {
                Path below = folder.resolve("files");
                CandidateMaterials.writeFiles(values, below);
                touched.add(below);
            }
            return touched;
        } catch (IOException e) {
            throw new LabException("the champion cannot be written to " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Writes the files of a champion into the work folder itself; gives those that it has a say in. */
    public static List<Path> writeWork(Path work, Map<String, String> values) {
        CandidateMaterials.writeFiles(values, work);
        return workFiles(work, values);
    }

    /** Returns the files of a work folder that may change. */
    public static List<Path> workFiles(Path work, Map<String, String> values) {
        return values.keySet().stream()
                .filter(id -> id.startsWith(Kind.FILE.target("")))
                .map(id -> work.resolve(CandidateMaterials.bare(Kind.FILE, id)))
                .toList();
    }

    private static List<Path> sections(Path folder, Map<String, String> sections) throws IOException {
        List<Path> touched = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> old = Files.list(folder)) {
                for (Path file : old.toList()) {
                    if (!sections.containsKey(String.valueOf(file.getFileName()))) {
                        Files.delete(file);
                        touched.add(file);
                    }
                }
            }
        }
        if (!sections.isEmpty()) {
            Files.createDirectories(folder);
        }
        for (Map.Entry<String, String> section : sections.entrySet()) {
            Path file = folder.resolve(section.getKey());
            KeptFile.write(file, section.getValue().stripTrailing() + "\n");
            touched.add(file);
        }
        return touched;
    }

    /** Returns the champion as plans write it, for the next session too. */
    private static String yaml(Candidate state, String suite) {
        StringBuilder out = new StringBuilder("# What guerdon improve kept, as the 'champion' of a plan has it.\n");
        out.append("suite: ").append(JsonCodec.write(suite)).append('\n');
        out.append("name: ").append(JsonCodec.write(state.name())).append('\n');
        if (!state.agent().isEmpty()) {
            out.append("agent: ").append(JsonCodec.write(state.agent())).append('\n');
        }
        if (!state.model().isEmpty()) {
            out.append("model: ").append(JsonCodec.write(state.model())).append('\n');
        }
        Map<String, String> settings = new TreeMap<>(state.settings());
        // Sections stand in files of their own, and the folder is one of this machine.
        boolean prompt = settings.remove(PromptSections.SETTING) != null;
        settings.remove(TargetValues.FOLDER);
        out.append(prompt ? "prompt: prompt\n" : "").append(settings.isEmpty() ? "set: {}\n" : "set:\n");
        settings.forEach((name, value) -> out.append("  ")
                .append(JsonCodec.write(name))
                .append(": ")
                .append(JsonCodec.write(value))
                .append('\n'));
        return out.toString();
    }

    /** Returns the difference of two states as lines; none where they are the same. */
    public static List<String> diff(Map<String, String> before, Map<String, String> after) {
        Map<String, String> old = files(before);
        Map<String, String> now = files(after);
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            lines.addAll(UnifiedDiff.of(name, old.getOrDefault(name, ""), now.getOrDefault(name, "")));
        }
        return lines;
    }

    /** Returns the texts of a state by the names of their files: settings as YAML, sections, files of the work folder. */
    static Map<String, String> files(Map<String, String> values) {
        Map<String, String> files = new TreeMap<>();
        StringBuilder settings = new StringBuilder();
        new TreeMap<>(values).forEach((id, value) -> {
            if (id.startsWith(Kind.SECTION.target(""))) {
                put(files, "prompt/" + CandidateMaterials.bare(Kind.SECTION, id), value);
            } else if (id.startsWith(Kind.FILE.target(""))) {
                put(files, CandidateMaterials.bare(Kind.FILE, id), value);
            } else {
                // A text in JSON's quotes is the same text in YAML.
                settings.append(id).append(": ").append(JsonCodec.write(value)).append('\n');
            }
        });
        put(files, "settings.yaml", settings.toString());
        return files;
    }

    private static void put(Map<String, String> files, String name, String text) {
        if (!text.isEmpty()) {
            files.put(name, text);
        }
    }

    /** Makes one commit for each change that was kept, with the figures in its message, as a person would have done. */
    public static final class GitCommits {

        private static final String TRAILER = "Guerdon-Change: ";
        private static final long MINUTES = 5;

        private final Path folder;
        private final String session;

        /**
         * @param folder a folder of the repository
         * @param session names the session in the message, by which a session that goes on finds what it committed before
         */
        public GitCommits(Path folder, String session) {
            this.folder = folder;
            this.session = session;
        }

        /** Refuses, before anything is run, a folder in which no commit can be made, or one with changes of the user's own. */
        public void check(List<Path> paths) throws InterruptedException {
            Path place = existing(folder);
            if (call(place, List.of("git", "rev-parse", "--is-inside-work-tree")).code != 0) {
                throw new LabException(
                        "--commit needs a git repository, and " + folder + " is in none; make one with 'git init'");
            }
            Answer author = call(place, List.of("git", "var", "GIT_COMMITTER_IDENT"));
            if (author.code != 0) {
                throw new LabException(
                        "--commit needs to know who you are: set user.name and user.email with 'git config'");
            }
            List<String> status = new ArrayList<>(List.of("git", "status", "--porcelain", "--"));
            paths.forEach(path -> status.add(path.toAbsolutePath().toString()));
            Answer changed = call(place, status);
            if (changed.code != 0) {
                throw new LabException("--commit writes to one repository, and not all of this is in that of " + folder
                        + ": " + DisplayFormat.cut(changed.out, 200));
            }
            if (!changed.out.isBlank()) {
                throw new LabException("there are changes that are not committed in what --commit would write: "
                        + DisplayFormat.cut(changed.out, 200) + "; commit or stash them first");
            }
        }

        private static Path existing(Path folder) {
            Path place = folder.toAbsolutePath();
            while (!Files.isDirectory(place) && place.getParent() != null) {
                place = place.getParent();
            }
            return place;
        }

        /** Returns the message for a change: what it brought, how sure that is, and why it was proposed. */
        public String message(ImprovementCandidate kept) {
            ImprovementCandidate.Tested tested = kept.tested().orElseThrow();
            String cause = kept.patch().cause();
            return String.format(
                            Locale.ROOT,
                            "kept: %s%.2f (%.2f to %.2f) on %s",
                            tested.gain() > 0 ? "+" : "",
                            tested.gain(),
                            tested.interval().low(),
                            tested.interval().high(),
                            tested.compared())
                    + (cause.isEmpty() ? "" : "; cause: " + DisplayFormat.words(cause))
                    + "\n\n" + kept.patch().title() + "\n"
                    + (kept.patch().reason().isBlank()
                            ? ""
                            : "\n" + kept.patch().reason() + "\n")
                    + "\n" + kept.reason() + "\n\n" + TRAILER + session + "/" + kept.id() + "\n";
        }

        /** Returns whether a change was committed before, by this session. */
        public boolean has(ImprovementCandidate kept) throws InterruptedException {
            Answer found = call(
                    existing(folder),
                    List.of("git", "log", "--format=%H", "-F", "--grep=" + TRAILER + session + "/" + kept.id()));
            return found.code == 0 && !found.out.isBlank();
        }

        /** Commits these files and nothing else; whatever the user has staged stays staged. */
        public void commit(ImprovementCandidate kept, List<Path> paths) throws InterruptedException {
            Path place = existing(folder);
            List<String> names =
                    paths.stream().map(path -> path.toAbsolutePath().toString()).toList();
            List<String> add = new ArrayList<>(List.of("git", "add", "-A", "--"));
            add.addAll(names);
            require(call(place, add), "git add");
            List<String> commit = new ArrayList<>(List.of("git", "commit", "-q", "-m", message(kept), "--only", "--"));
            commit.addAll(names);
            Answer nothing = call(place, diff(names));
            if (nothing.code == 0) {
                // The change is in none of these files; the history tells of it all the same.
                commit.add(2, "--allow-empty");
            }
            require(call(place, commit), "git commit");
        }

        private static List<String> diff(List<String> names) {
            List<String> diff = new ArrayList<>(List.of("git", "diff", "--cached", "--quiet", "--"));
            diff.addAll(names);
            return diff;
        }

        private void require(Answer answer, String what) {
            if (answer.code != 0) {
                throw new LabException(
                        "'" + what + "' failed in " + folder + ": " + DisplayFormat.cut(answer.out, 400));
            }
        }

        private record Answer(int code, String out) {}

        private static Answer call(Path place, List<String> command) throws InterruptedException {
            Path out = null;
            try {
                out = TemporaryFolder.createFile("git");
                Process process = new ProcessBuilder(command)
                        .directory(place.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
                process.getOutputStream().close();
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                    throw new LabException("'" + command.get(0) + " " + command.get(1) + "' did not end within "
                            + MINUTES + " minutes");
                }
                return new Answer(
                        process.exitValue(), new String(Files.readAllBytes(out), StandardCharsets.UTF_8).strip());
            } catch (IOException e) {
                throw new LabException("git cannot be run: " + e.getMessage(), e);
            } finally {
                if (out != null) {
                    try {
                        Files.deleteIfExists(out);
                    } catch (IOException e) {
                        // It goes with the folder of this process.
                    }
                }
            }
        }
    }
}
