package dev.guerdon.browser;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Playwright's driver, unpacked, with the two scripts that let many connections share one browser.
 *
 * @param root the folder of all three
 */
record DriverFiles(Path root) {

    private static final String PREFIX = "driver/package/";

    /** Parts of the driver that are for people: viewers and type declarations. */
    private static final List<String> LEFT_OUT = List.of("types/", "lib/vite/", "lib/tools/");

    /** Unpacks the driver from Playwright's jar, unless the cache has it. */
    static DriverFiles unpacked(Path cacheFolder) {
        Path jar = jar();
        try {
            Path root = cacheFolder.resolve("driver-" + fingerprint(jar));
            if (!Files.isDirectory(root)) {
                Files.createDirectories(cacheFolder);
                Path staged = Files.createTempDirectory(cacheFolder, "new");
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

    /** What Playwright's client takes for the driver: a folder with {@code package/cli.js}. */
    Path bridgeFolder() {
        return root.resolve("bridge");
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

    /** Changes with Playwright's version and with our scripts. */
    private static String fingerprint(Path jar) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(Scripts.SERVER.bytes());
        sum.update(Scripts.BRIDGE.bytes());
        sum.update(Long.toString(Files.size(jar)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        sum.update(jar.getFileName().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
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
        Path bridge = staged.resolve("bridge").resolve("package");
        Files.createDirectories(bridge);
        Files.write(bridge.resolve("cli.js"), Scripts.BRIDGE.bytes());
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
            delete(staged);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(root)) {
                throw e;
            }
            delete(staged);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
