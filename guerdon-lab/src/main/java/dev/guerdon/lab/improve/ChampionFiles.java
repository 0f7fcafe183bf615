package dev.guerdon.lab.improve;

import dev.guerdon.agent.spi.PromptSections;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
                    sections.put(Materials.bare(Kind.SECTION, id), text);
                }
            });
            touched.addAll(sections(folder.resolve("prompt"), sections));
            boolean files = values.keySet().stream().anyMatch(id -> id.startsWith(Kind.FILE.target("")));
            if (files) {
                Path below = folder.resolve("files");
                Materials.writeFiles(values, below);
                touched.add(below);
            }
            return touched;
        } catch (IOException e) {
            throw new LabException("the champion cannot be written to " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Writes the files of a champion into the work folder itself; gives those that it has a say in. */
    public static List<Path> writeWork(Path work, Map<String, String> values) {
        Materials.writeFiles(values, work);
        return workFiles(work, values);
    }

    /** The files of a work folder that may change. */
    public static List<Path> workFiles(Path work, Map<String, String> values) {
        return values.keySet().stream()
                .filter(id -> id.startsWith(Kind.FILE.target("")))
                .map(id -> work.resolve(Materials.bare(Kind.FILE, id)))
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

    /** The champion as plans write it, for the next session too. */
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
        settings.remove(Targets.FOLDER);
        out.append(prompt ? "prompt: prompt\n" : "").append(settings.isEmpty() ? "set: {}\n" : "set:\n");
        settings.forEach((name, value) -> out.append("  ")
                .append(JsonCodec.write(name))
                .append(": ")
                .append(JsonCodec.write(value))
                .append('\n'));
        return out.toString();
    }
}
