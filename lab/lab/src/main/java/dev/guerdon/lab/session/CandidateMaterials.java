package dev.guerdon.lab.session;

import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Patch.Kind;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the values of a candidate into what can be run: settings, a model, tools, a folder with files. */
@Internal
public final class CandidateMaterials {

    private static final String BASE = "base";

    private final ImprovePlan plan;
    private final Patch.Space start;
    private final Suite suite;
    private final Path work;

    /**
     * @param start the values of the start
     * @param session the session's folder, in which work folders are made
     */
    public CandidateMaterials(ImprovePlan plan, Patch.Space start, Suite suite, Path session) {
        this.plan = plan;
        this.start = start;
        this.suite = suite;
        this.work = session.resolve("work");
    }

    /** Returns what may change of the agent of a suite, with the values of the start. */
    public static Patch.Space start(ImprovePlan plan, Registry registry, Suite suite) {
        return TargetValues.of(plan, registry, suite);
    }

    /** Copies the work folder as it is when the session begins: what happens to it later changes nothing. */
    public static Path keepWork(Path folder, Path session) {
        Path kept = session.resolve("work").resolve(BASE);
        if (!Files.isDirectory(kept)) {
            Path half = kept.resolveSibling(BASE + ".half");
            copy(folder, half);
            move(half, kept, "the work folder cannot be kept in " + kept);
        }
        return kept;
    }

    /** Returns the state as a candidate of {@code guerdon iterate} has it. */
    public Candidate candidate(Map<String, String> values, String name) {
        Map<String, String> settings = new LinkedHashMap<>(plan.champion().settings());
        Map<String, String> sections = new LinkedHashMap<>();
        Map<String, String> options = new LinkedHashMap<>();
        boolean otherPrompt = false;
        boolean otherFiles = false;
        for (Map.Entry<String, String> entry : values.entrySet()) {
            String id = entry.getKey();
            boolean changed = !entry.getValue().equals(start.value(id));
            if (id.startsWith(Kind.SETTING.target("")) && changed) {
                settings.put(bare(Kind.SETTING, id), entry.getValue());
            } else if (id.startsWith(Kind.SECTION.target(""))) {
                otherPrompt |= changed;
                if (!entry.getValue().isBlank()) {
                    sections.put(bare(Kind.SECTION, id), entry.getValue());
                }
            } else if (id.startsWith(Kind.OPTION.target("")) && changed) {
                options.put(bare(Kind.OPTION, id), entry.getValue());
            } else if (id.startsWith(Kind.FILE.target(""))) {
                otherFiles = true;
            }
        }
        if (otherPrompt) {
            settings.put(
                    PromptSections.SETTING, PromptSections.ofTexts(sections).setting());
        }
        if (otherFiles) {
            settings.put(TargetValues.FOLDER, folder(values).toString());
        }
        String model = plan.champion().model();
        if (!options.isEmpty()) {
            model = TargetValues.ModelOptions.with(
                    model.isEmpty() ? suite.parts().getFirst().model() : model, options);
        }
        return new Candidate(name, settings, plan.champion().agent(), model, "");
    }

    static String bare(Kind kind, String id) {
        return id.substring(kind.target("").length());
    }

    /** Returns the suite with the tools that a candidate offers. */
    public Suite suite(Map<String, String> values) {
        String chosen = values.get(Kind.TOOLS.target(""));
        if (chosen == null) {
            return suite;
        }
        List<String> changeable =
                start.find(Kind.TOOLS.target("")).orElseThrow().domain().choices();
        List<String> offered = List.of(chosen.split(",", -1));
        List<Suite.Part> parts = suite.parts().stream()
                .map(part -> part.withTools(part.tools().stream()
                        .filter(tool -> !changeable.contains(tool) || offered.contains(tool))
                        .toList()))
                .toList();
        return new Suite(suite.name(), suite.description(), parts);
    }

    /** Returns the work folder of a candidate, made if it is not there yet. */
    private Path folder(Map<String, String> values) {
        Path made = work.resolve(Patch.Space.digest(values)).toAbsolutePath();
        if (Files.isDirectory(made)) {
            return made;
        }
        Path half = work.resolve(Patch.Space.digest(values) + ".half");
        copy(work.resolve(BASE), half);
        writeFiles(values, half);
        move(half, made, "the work folder " + made + " cannot be made");
        return made;
    }

    private static void move(Path half, Path whole, String problem) {
        try {
            Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new LabException(problem + ": " + e.getMessage(), e);
        }
    }

    /** Writes the files of a candidate into a folder; an empty text takes a file away. */
    static void writeFiles(Map<String, String> values, Path folder) {
        values.forEach((id, text) -> {
            if (id.startsWith(Kind.FILE.target(""))) {
                Path file = folder.resolve(bare(Kind.FILE, id));
                try {
                    if (text.isEmpty()) {
                        Files.deleteIfExists(file);
                    } else {
                        Files.createDirectories(file.toAbsolutePath().getParent());
                        // A file that was there keeps its rights: a program stays one.
                        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
                    }
                } catch (IOException e) {
                    throw new LabException("the file " + file + " cannot be written: " + e.getMessage(), e);
                }
            }
        });
    }

    private static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    if (folder.endsWith(".git")) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    Files.createDirectories(to.resolve(from.relativize(folder)));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.copy(
                            file,
                            to.resolve(from.relativize(file)),
                            StandardCopyOption.REPLACE_EXISTING,
                            StandardCopyOption.COPY_ATTRIBUTES);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new LabException("the work folder " + from + " cannot be copied: " + e.getMessage(), e);
        }
    }
}
