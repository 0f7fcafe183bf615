package dev.guerdon.browser;

import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.Sha256.PinnedDownload;
import dev.guerdon.core.base.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Keeps MiniWoB++'s HTML for {@code guerdon run miniwob}: a folder or wheel that the user has, or the Python package {@code miniwob}. */
record MiniwobSetup(
        BenchmarkFolder kept,
        InstalledPrograms machine,
        BrowserSetup.Runner runner,
        PinnedDownload pinned,
        Consumer<String> progress) {

    private static final String PACKAGE = "miniwob";
    static final PinnedDownload WHEEL =
            new PinnedDownload(PACKAGE + "==1.1.0", "297006e84219d56ad037e843527ed773a4a82509dc43b6031ec4a3ad3e3e61d9");
    private static final String INSIDE = "miniwob/html/";
    private static final long MOST_BYTES = 100L << 20;

    String run(@Nullable Path from) {
        try {
            if (from != null) {
                install(from);
            } else if (kept.miniwobPages().isEmpty()) {
                fetch();
            }
        } catch (IOException e) {
            throw new BrowserException("could not keep MiniWoB's HTML in " + kept.miniwob() + ": " + e, e);
        }
        Path pages = kept.miniwobPages()
                .orElseThrow(
                        () -> new BrowserException("expected MiniWoB's HTML in " + kept.miniwob() + ", found none"));
        return "MiniWoB's HTML with " + count(pages) + " pages is at " + pages;
    }

    private static long count(Path pages) {
        try (Stream<Path> files = Files.list(pages)) {
            return files.filter(file -> !BenchmarkFolder.taskOf(file).isEmpty()).count();
        } catch (IOException e) {
            throw new BrowserException("could not list MiniWoB's pages in " + pages + ": " + e, e);
        }
    }

    private void fetch() throws IOException {
        if (machine.forbidsInstalling()) {
            throw new BrowserException("MiniWoB's HTML is not here, and " + InstalledPrograms.INSTALL_VARIABLE
                    + "=no forbids to fetch it; give its folder with --from DIR, or unset the variable");
        }
        Path folder = TemporaryFolder.create("miniwob");
        try {
            progress.accept("fetching the Python package '" + pinned.what() + "' with pip, for " + kept.miniwob());
            Optional<String> problem = runner.run(List.of(
                    "python3",
                    "-m",
                    "pip",
                    "download",
                    "--quiet",
                    "--disable-pip-version-check",
                    "--no-deps",
                    "--only-binary=:all:",
                    "--dest",
                    folder.toString(),
                    pinned.what()));
            Optional<Path> wheel;
            try (Stream<Path> files = Files.list(folder)) {
                wheel = files.filter(file -> file.toString().endsWith(".whl")).findFirst();
            }
            if (wheel.isEmpty()) {
                throw new BrowserException("pip could not download the package '" + PACKAGE + "': "
                        + problem.orElse("it gave no wheel")
                        + ". Get MiniWoB++ another way, and give its folder or wheel with --from");
            }
            pinned.check(wheel.get(), "If you trust the file, download it yourself and give it with --from FILE");
            install(wheel.get());
        } finally {
            FolderTree.delete(folder);
        }
    }

    /** Puts a copy beside what is there, and swaps them when it is whole. */
    private void install(Path from) throws IOException {
        Path parent = CacheFolder.writable(Objects.requireNonNull(kept.miniwob().getParent()));
        Path staged = Files.createTempDirectory(parent, "miniwob-new");
        try {
            if (Files.isDirectory(from)) {
                copy(from, staged.resolve("html"));
            } else if (Files.isRegularFile(from)) {
                unpack(from, staged);
            } else {
                throw new BrowserException("expected MiniWoB++'s folder or wheel at " + from + ", found nothing");
            }
            if (BenchmarkFolder.pages(staged).isEmpty()) {
                throw new BrowserException("expected MiniWoB++'s html folder in " + from + ", found none");
            }
            FolderTree.delete(kept.miniwob());
            Files.move(staged, kept.miniwob());
        } finally {
            FolderTree.delete(staged);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Path html = BenchmarkFolder.pages(from)
                .flatMap(BenchmarkFolder::html)
                .orElseThrow(() -> new BrowserException("expected MiniWoB++'s html folder in " + from
                        + ", with the folders miniwob and core in it, found none"));
        try (Stream<Path> files = Files.walk(html)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(html.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void unpack(Path wheel, Path folder) throws IOException {
        long total = 0;
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(one -> one.getName().startsWith(INSIDE) && !one.isDirectory())
                    .toList()) {
                Path file = folder.resolve(entry.getName()).normalize();
                total += Math.max(0, entry.getSize());
                if (!file.startsWith(folder) || total > MOST_BYTES) {
                    throw new BrowserException("expected a wheel of MiniWoB++, found another file: " + wheel);
                }
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        } catch (ZipException e) {
            throw new BrowserException("expected a wheel of MiniWoB++, found a file that is none: " + wheel, e);
        }
    }
}
