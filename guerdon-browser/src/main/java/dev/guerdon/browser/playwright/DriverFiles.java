package dev.guerdon.browser.playwright;

import com.microsoft.playwright.impl.driver.Driver;
import dev.guerdon.api.Internal;
import dev.guerdon.base.CacheFolder;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.script.Scripts;
import dev.guerdon.browser.spi.BrowserException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Playwright's driver, unpacked, with the two scripts that let many connections share one browser.
 *
 * @param root the folder of all three
 */
@Internal
public record DriverFiles(Path root) {

    /** Grows when the folder changes in another way than by its scripts. */
    private static final int LAYOUT = 2;

    private static final String PREFIX = "driver/package/";

    /** Parts of the driver that are for people: viewers and type declarations. */
    private static final List<String> LEFT_OUT = List.of("types/", "lib/vite/", "lib/tools/");

    /** Unpacks the driver from Playwright's jar, unless the cache has it. */
    public static DriverFiles unpacked(Path cacheFolder) {
        Path jar = jar();
        try {
            Path root = cacheFolder.resolve("driver-" + fingerprint(jar));
            if (!Files.isDirectory(root)) {
                Path staged = Files.createTempDirectory(CacheFolder.writable(cacheFolder), "new");
                unpack(jar, staged);
                publish(staged, root);
            }
            return new DriverFiles(root);
        } catch (IOException e) {
            throw new BrowserException(
                    "could not unpack Playwright's driver from " + jar + " to " + cacheFolder + ": " + e, e);
        }
    }

    /** The driver's package. */
    Path packageFolder() {
        return root.resolve("package");
    }

    Path serverScript() {
        return root.resolve("server.js");
    }

    Path bridgeScript() {
        return root.resolve("bridge.js");
    }

    /** The version of ffmpeg that Playwright looks for. */
    String ffmpegRevision() throws IOException {
        Path list = packageFolder().resolve("browsers.json");
        return JsonCodec.read(Files.readString(list), list.toString()).get("browsers").asList().stream()
                .filter(one -> one.get("name").asString().equals("ffmpeg"))
                .map(one -> one.get("revision").asString())
                .findFirst()
                .orElse("");
    }

    private static Path jar() {
        try {
            return Path.of(
                    Objects.requireNonNull(Driver.class.getProtectionDomain().getCodeSource())
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new BrowserException("Playwright's driver jar has an address that is no path: " + e.getInput(), e);
        }
    }

    /** Playwright's version, as its jar tells. */
    public static String version() {
        try (ZipFile zip = new ZipFile(jar().toFile())) {
            ZipEntry entry = zip.getEntry("META-INF/maven/com.microsoft.playwright/driver/pom.properties");
            Properties properties = new Properties();
            if (entry != null) {
                try (InputStream in = zip.getInputStream(entry)) {
                    properties.load(in);
                }
            }
            return properties.getProperty("version", "");
        } catch (IOException e) {
            throw new BrowserException("could not read Playwright's version from " + jar() + ": " + e, e);
        }
    }

    /** Changes with Playwright's version and with our scripts. */
    private static String fingerprint(Path jar) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(LAYOUT);
        sum.update(Scripts.SERVER.bytes());
        sum.update(Scripts.BRIDGE.bytes());
        sum.update(Long.toString(Files.size(jar)).getBytes(StandardCharsets.UTF_8));
        sum.update(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    private static void unpack(Path jar, Path staged) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                String name = entry.getName();
                if (entry.isDirectory() || !name.startsWith(PREFIX) || isLeftOut(name.substring(PREFIX.length()))) {
                    continue;
                }
                Path file = staged.resolve("package")
                        .resolve(name.substring(PREFIX.length()))
                        .normalize();
                if (!file.startsWith(staged)) {
                    throw new IOException("the entry " + name + " leads out of the folder");
                }
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        }
        Files.write(staged.resolve("bridge.js"), Scripts.BRIDGE.bytes());
        Files.write(staged.resolve("server.js"), Scripts.SERVER.bytes());
    }

    private static boolean isLeftOut(String name) {
        return LEFT_OUT.stream().anyMatch(name::startsWith);
    }

    /** Several processes may unpack at once; the first one wins. */
    private static void publish(Path staged, Path root) throws IOException {
        try {
            Files.move(staged, root, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(staged, root);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            FolderTree.delete(staged);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(root)) {
                throw e;
            }
            FolderTree.delete(staged);
        }
    }
}
