package dev.guerdon.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OwnClassPathTest {

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    @TempDir
    private Path folder;

    private static URL url(Path path) throws IOException {
        return path.toUri().toURL();
    }

    @Test
    void isThatOfTheProcessForTheApplicationLoader() throws IOException {
        assertThat(OwnClassPath.of(ClassLoader.getSystemClassLoader()))
                .isEqualTo(System.getProperty("java.class.path"));
    }

    @Test
    void isWhatALoaderOfItsOwnReadsInItsOrder() throws IOException {
        Path jar = folder.resolve("größe 100% + a&b.jar");
        URL[] urls = {url(jar), URI.create("http://127.0.0.1:9/x.jar").toURL(), url(folder), url(jar)};
        try (URLClassLoader loader = new URLClassLoader(urls, PLATFORM)) {
            assertThat(OwnClassPath.of(loader))
                    .isEqualTo(jar + File.pathSeparator + folder)
                    .doesNotContain(System.getProperty("java.class.path"));
        }
    }

    @Test
    void hasTheLoadersAboveBehindItsOwn() throws IOException {
        Path above = folder.resolve("above.jar");
        Path own = folder.resolve("own.jar");
        try (URLClassLoader parent = new URLClassLoader(new URL[] {url(above)}, ClassLoader.getSystemClassLoader());
                URLClassLoader loader = new URLClassLoader(new URL[] {url(own)}, parent)) {
            assertThat(OwnClassPath.of(loader))
                    .isEqualTo(String.join(
                            File.pathSeparator,
                            own.toString(),
                            above.toString(),
                            System.getProperty("java.class.path")));
        }
    }

    @Test
    @SuppressWarnings("deprecation") // addresses that nobody quoted are what this is about
    void readsAddressesThatWereNotQuoted() throws IOException {
        Path jar = folder.resolve("a b.jar");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toFile().toURL()}, PLATFORM)) {
            assertThat(OwnClassPath.of(loader)).isEqualTo(jar.toString());
        }
    }

    @Test
    void aLoaderWithoutFilesIsRefused() throws IOException {
        URL[] urls = {URI.create("http://127.0.0.1:9/guerdon.jar").toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, PLATFORM)) {
            assertThatThrownBy(() -> OwnClassPath.of(loader))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("need them as jars or folders on this machine");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aPathThatNoClassPathCanHoldIsRefused() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {url(folder.resolve("a:b.jar"))}, PLATFORM)) {
            assertThatThrownBy(() -> OwnClassPath.of(loader))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a:b.jar")
                    .hasMessageContaining("move it to a folder without one");
        }
    }
}
