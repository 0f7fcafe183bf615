package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A user's code on its way to other machines: jars as they are, folders of classes as jars, and classes that were compiled in memory.
 *
 * <p>A list names each file with its hash. The same code gives the same bytes.
 */
@Internal
public final class PackedCode {

    /** The file that lists the others. */
    private static final String LIST = "code/list.json";

    private PackedCode() {}

    /**
     * Packs code.
     *
     * @param classPath jars and folders of classes, in the order in which a class is looked for
     * @return files by name; none if there is no code
     */
    public static Map<String, byte[]> pack(List<Path> classPath, List<CompiledClass> compiled) {
        Map<String, byte[]> files = new TreeMap<>();
        if (classPath.isEmpty() && compiled.isEmpty()) {
            return files;
        }
        Map<String, Object> hashes = new TreeMap<>();
        for (int i = 0; i < classPath.size(); i++) {
            // The number keeps the order, and sets apart two that are called the same.
            String name = String.format(Locale.ROOT, "code/%04d.jar", i);
            byte[] bytes = bytes(classPath.get(i));
            files.put(name, bytes);
            hashes.put(name, hash(bytes));
        }
        List<Map<String, Object>> classes =
                compiled.stream().map(CompiledClass::save).toList();
        Map<String, Object> list = new TreeMap<>(Map.of("files", hashes, "compiled", classes));
        files.put(LIST, JsonCodec.write(list).getBytes(StandardCharsets.UTF_8));
        return files;
    }

    private static byte[] bytes(Path path) {
        try {
            return Files.isDirectory(path) ? zipped(path) : Files.readAllBytes(path);
        } catch (IOException e) {
            throw new GuerdonException("the code in " + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] zipped(Path folder) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                ZipEntry entry = new ZipEntry(folder.relativize(file)
                        .toString()
                        .replace(folder.getFileSystem().getSeparator(), "/"));
                entry.setLastModifiedTime(FileTime.fromMillis(0));
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    private static String hash(byte[] bytes) {
        MessageDigest digest = Sha256.digest();
        digest.update(bytes);
        return Sha256.hex(digest);
    }

    /**
     * Writes the jars into a folder.
     *
     * @param files what {@link #pack} gave; others are passed over
     * @return the classes that were compiled in memory
     * @throws GuerdonException if a file is missing or has changed on its way
     */
    public static List<CompiledClass> unpack(Map<String, byte[]> files, Path folder) throws IOException {
        byte[] list = files.get(LIST);
        if (list == null) {
            return List.of();
        }
        Json listed = JsonCodec.read(list, "the list of the code that was shipped");
        Files.createDirectories(folder);
        for (Map.Entry<String, ?> each : listed.get("files").asMap().entrySet()) {
            byte[] bytes = files.get(each.getKey());
            if (bytes == null || !hash(bytes).equals(each.getValue())) {
                throw new GuerdonException("the code that was shipped is not what was sent: " + each.getKey()
                        + (bytes == null ? " is missing" : " has sha256 " + hash(bytes) + ", not " + each.getValue()));
            }
            Files.write(folder.resolve(each.getKey().substring(each.getKey().lastIndexOf('/') + 1)), bytes);
        }
        return listed.get("compiled").asList().stream()
                .map(CompiledClass::restore)
                .toList();
    }

    /**
     * A class that was compiled in memory.
     *
     * @param name its name
     * @param source names the file that it comes from
     * @param bytes the class file
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record CompiledClass(String name, String source, byte[] bytes) {

        /** Returns the name of the file that it comes from, without folders. */
        public String file() {
            return source.substring(source.lastIndexOf('/') + 1);
        }

        /** Returns it as plain values, for another process. */
        public Map<String, Object> save() {
            return Map.of(
                    "name", name, "source", source, "bytes", Base64.getEncoder().encodeToString(bytes));
        }

        /** Reads what {@link #save} gave. */
        public static CompiledClass restore(Json saved) {
            return new CompiledClass(
                    saved.get("name").asString(),
                    saved.get("source").asString(),
                    Base64.getDecoder().decode(saved.get("bytes").asString()));
        }
    }
}
