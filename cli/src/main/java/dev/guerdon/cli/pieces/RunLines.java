package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The JSON lines that environments keep in the folder of the run, one for each {@code id}, such as predictions. Each process has a
 * folder of its own for them; what changes there is put into the run's.
 */
final class RunLines {

    private static final String ENDING = ".jsonl";

    private final Path folder;
    private final Map<String, Map<String, String>> told = new HashMap<>();

    RunLines(Path folder) {
        this.folder = folder;
    }

    /** Returns whether the value of an option names such a file. */
    static boolean isKept(String value) {
        return value.endsWith(ENDING);
    }

    /** Returns the lines that are new or have changed since the last call, by the name of their file. */
    synchronized Map<String, List<String>> changed() throws IOException {
        Map<String, List<String>> changed = new LinkedHashMap<>();
        if (!Files.isDirectory(folder)) {
            return changed;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            Map<String, String> before = told.computeIfAbsent(name, key -> new HashMap<>());
            List<String> fresh = new ArrayList<>();
            read(file).forEach((id, line) -> {
                if (!line.equals(before.put(id, line))) {
                    fresh.add(line);
                }
            });
            if (!fresh.isEmpty()) {
                changed.put(name, fresh);
            }
        }
        return changed;
    }

    /** Puts lines into their files, each in the place of the one with the same id. */
    synchronized void put(Map<String, List<String>> lines) throws IOException {
        for (Map.Entry<String, List<String>> each : lines.entrySet()) {
            Path file = folder.resolve(each.getKey()).normalize();
            if (!folder.normalize().equals(file.getParent()) || !isKept(each.getKey())) {
                throw new GuerdonException("expected the name of a file of JSON lines, found " + each.getKey());
            }
            Map<String, String> all = read(file);
            each.getValue().forEach(line -> all.put(id(line), line));
            KeptFile.replaceData(file, String.join("\n", all.values()) + "\n");
        }
    }

    private static Map<String, String> read(Path file) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        if (Files.isRegularFile(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    lines.put(id(line), line);
                }
            }
        }
        return lines;
    }

    /** Returns what sets a line apart: its id, or the line itself if it has none. */
    private static String id(String line) {
        try {
            return JsonCodec.read(line, "a line")
                    .find("id")
                    .map(Json::value)
                    .map(String::valueOf)
                    .orElse(line);
        } catch (GuerdonException e) {
            return line;
        }
    }
}
