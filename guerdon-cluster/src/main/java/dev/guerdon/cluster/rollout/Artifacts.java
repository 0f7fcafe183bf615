package dev.guerdon.cluster.rollout;

import dev.guerdon.api.GuerdonException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The files that an episode left, such as screenshots.
 *
 * @param folder whether there is a folder, be it empty
 * @param files the files by their paths below it, with {@code /}; a folder has a name that ends with it
 * @param leftOut files that were not taken along, because all of them together are too large
 */
record Artifacts(boolean folder, Map<String, byte[]> files, List<String> leftOut) {

    /** How many bytes of files one episode may send; a long episode in a browser has a fifth of it. */
    static final long MOST_BYTES = 64L << 20;

    static final Artifacts NONE = new Artifacts(false, Map.of(), List.of());

    static Artifacts in(Path folder, long mostBytes) throws IOException {
        if (!Files.isDirectory(folder)) {
            return NONE;
        }
        List<Path> found;
        try (Stream<Path> walk = Files.walk(folder)) {
            found = walk.filter(path -> !path.equals(folder)).sorted().toList();
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        List<String> leftOut = new ArrayList<>();
        long bytes = 0;
        for (Path path : found) {
            String name = folder.relativize(path).toString().replace('\\', '/');
            if (Files.isDirectory(path)) {
                files.put(name + "/", new byte[0]);
            } else if (Files.isRegularFile(path)) {
                long size = Files.size(path);
                if (bytes + size > mostBytes) {
                    leftOut.add(name);
                } else {
                    files.put(name, Files.readAllBytes(path));
                    bytes += size;
                }
            }
        }
        return new Artifacts(true, files, leftOut);
    }

    /** How many bytes the files have. */
    long bytes() {
        return files.values().stream().mapToLong(bytes -> bytes.length).sum();
    }

    /** Writes the files into a folder. */
    void writeTo(Path into) throws IOException {
        if (!folder) {
            return;
        }
        Files.createDirectories(into);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = into.resolve(file.getKey()).normalize();
            if (!path.startsWith(into.normalize())) {
                throw new GuerdonException("an artifact must lie in the folder of its episode, found " + file.getKey());
            }
            if (file.getKey().endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.createDirectories(path.resolveSibling("."));
                Files.write(path, file.getValue());
            }
        }
    }

    void write(DataOutputStream out) throws IOException {
        out.writeBoolean(folder);
        out.writeInt(files.size());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            PlainValues.write(out, file.getKey());
            out.writeInt(file.getValue().length);
            out.write(file.getValue());
        }
        PlainValues.write(out, leftOut);
    }

    static Artifacts read(DataInputStream in) throws IOException {
        boolean folder = in.readBoolean();
        int count = in.readInt();
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = String.valueOf(PlainValues.read(in));
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            files.put(name, bytes);
        }
        List<String> leftOut = new ArrayList<>();
        if (PlainValues.read(in) instanceof List<?> names) {
            names.forEach(name -> leftOut.add(String.valueOf(name)));
        }
        return new Artifacts(folder, files, leftOut);
    }
}
