package dev.guerdon.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Guerdon's jars as the one jar carries them: files in a folder, and a list with the hash of each.
 *
 * <p>A process writes them into a folder of its own, which goes with it: no other process can have put anything there. The list is a line
 * for each jar, its SHA-256 and its name, in the order of the class path.
 */
final class NestedJars {

    /** The folder in the one jar. */
    static final String FOLDER = "guerdon-lib/";

    /** The list in that folder. */
    static final String LIST = FOLDER + "jars.sha256";

    /** Property that says where the jars are already, for a process that was not started from the one jar; separated as a class path is. */
    static final String PROPERTY = "guerdon.jars";

    /** Returns the jars as files, in the order of the class path. */
    static List<Path> unpacked() throws IOException {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return Stream.of(given.split(File.pathSeparator, -1)).map(Path::of).toList();
        }
        LocalFolder folder = LocalFolder.create();
        try {
            List<Path> jars = new ArrayList<>();
            for (String line : list()) {
                String name = line.substring(line.indexOf(' ') + 1).strip();
                if (name.isEmpty() || name.contains("/") || name.contains("\\") || name.startsWith(".")) {
                    throw new IOException("the list of jars names '" + name + "', which is no name of a jar");
                }
                jars.add(unpack(name, line.substring(0, line.indexOf(' ')), folder));
            }
            return List.copyOf(jars);
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static List<String> list() throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(LIST), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    private static InputStream open(String name) throws IOException {
        @Nullable InputStream in = NestedJars.class.getClassLoader().getResourceAsStream(name);
        if (in == null) {
            throw new IOException("there is no " + name + " in the jar of guerdon-spark; use the jar that"
                    + " 'guerdon setup spark' makes, which has Guerdon in it");
        }
        return in;
    }

    private static Path unpack(String name, String hash, LocalFolder folder) throws IOException {
        Path jar = folder.path().resolve(name);
        MessageDigest digest = digest();
        try (InputStream in = new DigestInputStream(open(FOLDER + name), digest)) {
            Files.copy(in, jar);
        } catch (FileSystemException e) {
            throw new IOException(e.getMessage() + "; they need 60 MB in " + folder.place(), e);
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(hash)) {
            throw new IOException("the jar " + name + " in the jar of guerdon-spark has the SHA-256 " + found
                    + ", and its list has " + hash + "; make it again with 'guerdon setup spark'");
        }
        return jar;
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
