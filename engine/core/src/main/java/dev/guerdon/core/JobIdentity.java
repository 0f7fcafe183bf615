package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Identity of a score job: its settings by name, and the code of its rewards by content. A job is resumed only if both are the same,
 * because its output would otherwise be half of one job and half of another.
 *
 * @param settings files, rewards and everything else that the scores depend on
 * @param code the hash of each file that the rewards' code comes from, by the file's name
 */
@Experimental
public record JobIdentity(Map<String, String> settings, Map<String, String> code) {

    private static final int SHOWN_DIGITS = 12;

    public JobIdentity {
        // As they are kept: a path with a secret in it must equal itself.
        settings = redacted(settings);
        code = redacted(code);
    }

    private static Map<String, String> redacted(Map<String, String> values) {
        Map<String, String> out = new LinkedHashMap<>();
        values.forEach((name, value) -> out.put(name, SecretFilter.known().redact(value)));
        return Map.copyOf(out);
    }

    /**
     * Returns the identity of a job with these rewards. Their code is the jar, the folder or the source that they come from; for rewards of the
     * user's own, everything that the user added, because one file may use another.
     */
    public static JobIdentity of(Map<String, String> settings, List<RewardEntry> rewards, PluginPath path) {
        Map<String, String> code = new TreeMap<>();
        boolean own = false;
        for (RewardEntry reward : rewards) {
            if (reward.isForeign()) {
                own = true;
            } else {
                location(reward.code()).ifPresent(file -> add(code, file));
            }
        }
        if (own) {
            path.classPath().forEach(file -> add(code, file));
            path.sources().forEach(file -> add(code, file));
        }
        return new JobIdentity(settings, code);
    }

    private static Optional<Path> location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI())).filter(Files::exists);
        } catch (URISyntaxException | IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }

    /** By the name alone if that is enough, so that a folder may be moved. */
    private static void add(Map<String, String> code, Path file) {
        String hash = hash(file);
        String name = String.valueOf(file.getFileName());
        if (!hash.equals(code.getOrDefault(name, hash))) {
            name = file.toString();
        }
        code.put(name, hash);
    }

    private static String hash(Path file) {
        try {
            return Files.isDirectory(file) ? hashOfFolder(file) : Sha256.hex(file);
        } catch (IOException e) {
            throw new GuerdonException("the code in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String hashOfFolder(Path folder) throws IOException {
        MessageDigest digest = Sha256.digest();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String line = folder.relativize(file) + " " + Sha256.hex(file) + "\n";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
        }
        return Sha256.hex(digest);
    }

    /** Returns the identity as plain values, to be kept. */
    public Map<String, Object> save() {
        return Map.of("settings", settings, "code", code);
    }

    /** Returns what differs from an identity that was kept, as a part of a sentence; empty if nothing does. */
    public Optional<String> difference(Json kept) {
        for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
            Object theirs = kept.get("settings").asMap().get(setting.getKey());
            if (!setting.getValue().equals(theirs)) {
                return Optional.of("belongs to another job: its " + setting.getKey() + " is '" + theirs
                        + "', this job's is '" + setting.getValue() + "'");
            }
        }
        Map<String, Object> names = new TreeMap<>(code);
        names.putAll(kept.get("code").asMap());
        for (String name : names.keySet()) {
            Object was = kept.get("code").asMap().get(name);
            String is = code.get(name);
            if (was == null || is == null) {
                return Optional.of("was made with other code: " + name
                        + (was == null ? " was not part of it" : " is not part of it any more"));
            }
            if (!is.equals(was)) {
                return Optional.of("was made with other code, the reward's code changed: " + name + " was sha256 "
                        + shown(was.toString()) + ", is " + shown(is));
            }
        }
        return Optional.empty();
    }

    static String shown(String hash) {
        return hash.length() > SHOWN_DIGITS ? hash.substring(0, SHOWN_DIGITS) + "…" : hash;
    }
}
