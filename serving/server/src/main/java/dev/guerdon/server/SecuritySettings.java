package dev.guerdon.server;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.SettingsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code tls} and {@code signing} of a serve file. */
final class SecuritySettings {

    private SecuritySettings() {}

    static ServeSecurity read(SettingsFile root, Path folder, ServeConfig.Surroundings around) {
        ServeSecurity security = ServeSecurity.NONE;
        Optional<SettingsFile> tls = root.find("tls");
        if (tls.isPresent()) {
            SettingsFile node = tls.get().allow("tls", "certificate", "key", "client_ca");
            security = security.withTls(
                    path(node, "certificate", folder),
                    path(node, "key", folder),
                    node.find("client_ca")
                            .map(each -> folder.resolve(each.text("a file")))
                            .orElse(null));
        }
        Optional<SettingsFile> signing = root.find("signing");
        if (signing.isPresent()) {
            SettingsFile node = signing.get().allow("signing", "key", "key_file");
            try {
                security = security.withSigningKey(key(node, folder, around));
            } catch (GuerdonException e) {
                String message = String.valueOf(e.getMessage());
                throw message.startsWith("the signing key") ? node.problem(message) : e;
            }
        }
        return security;
    }

    private static Path path(SettingsFile node, String name, Path folder) {
        return node.find(name)
                .map(each -> folder.resolve(each.text("a file")))
                .orElseThrow(() ->
                        node.problem("'tls' needs 'certificate' and 'key', two PEM files; '" + name + "' is missing"));
    }

    private static byte[] key(SettingsFile node, Path folder, ServeConfig.Surroundings around) {
        Optional<SettingsFile> file = node.find("key_file");
        Optional<SettingsFile> variable = node.find("key");
        if (file.isPresent() == variable.isPresent()) {
            throw node.problem("'signing' needs either 'key: ${VARIABLE}' or 'key_file: FILE'");
        }
        if (file.isPresent()) {
            return fileKey(folder.resolve(file.get().text("a file")));
        }
        return key(ServeConfig.secret(
                variable.get(),
                around,
                "${SIGNING_KEY}",
                "the signing key must come from an environment variable, such as ${SIGNING_KEY}, or from a file, so that"
                        + " this file has no secret",
                "the signing key, such as the output of 'openssl rand -hex 32'"));
    }

    /** A key as text: its bytes as they are, without blanks and line ends around them. */
    static byte[] key(String text) {
        String key = text.strip();
        SecretFilter.known().learn(key);
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** The key of a file. */
    static byte[] fileKey(Path file) {
        try {
            return key(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GuerdonException(
                    "the file " + file + ", which should have the signing key, cannot be read as text (" + e + ")", e);
        }
    }

    /** Returns what the options say, on top of a file. */
    static ServeSecurity signed(ServeSecurity security, @Nullable Path keyFile, @Nullable String variable) {
        if (keyFile != null) {
            return security.withSigningKey(fileKey(keyFile));
        }
        return variable == null || variable.isBlank() ? security : security.withSigningKey(key(variable));
    }
}
