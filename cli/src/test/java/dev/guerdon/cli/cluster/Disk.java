package dev.guerdon.cli.cluster;

import dev.guerdon.cli.spi.ClusterStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of this machine, as a cluster sees its store. */
final class Disk implements ClusterStore {

    @Override
    public String whole(String address) {
        return Path.of(address).toAbsolutePath().normalize().toString();
    }

    @Override
    public List<Entry> list(String address) throws IOException {
        Path path = Path.of(address);
        if (!Files.exists(path)) {
            throw new FileNotFoundException(address);
        }
        return Files.isDirectory(path) ? listAll(address) : List.of(entry(path, String.valueOf(path.getFileName())));
    }

    @Override
    public List<Entry> listAll(String folder) throws IOException {
        Path root = Path.of(folder);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> entry(file, root.relativize(file).toString().replace('\\', '/')))
                    .sorted(Comparator.comparing(Entry::below))
                    .toList();
        }
    }

    @Override
    public boolean coversAny(String address, Collection<String> files) {
        return files.stream().anyMatch(file -> Path.of(file).startsWith(Path.of(address)));
    }

    private static Entry entry(Path file, String below) {
        try {
            return new Entry(
                    file.toString(),
                    below,
                    Files.size(file),
                    Files.getLastModifiedTime(file).toMillis());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String resolve(String folder, String below) {
        return Path.of(folder).resolve(below).toString();
    }

    @Override
    public boolean exists(String address) {
        return Files.exists(Path.of(address));
    }

    @Override
    public boolean isFolder(String address) {
        return Files.isDirectory(Path.of(address));
    }

    @Override
    public InputStream open(String address, long from) throws IOException {
        InputStream in = Files.newInputStream(Path.of(address));
        in.skipNBytes(from);
        return in;
    }

    @Override
    public OutputStream create(String address) throws IOException {
        Files.createDirectories(Path.of(address).toAbsolutePath().getParent());
        return Files.newOutputStream(Path.of(address));
    }

    @Override
    public void move(String from, String to) throws IOException {
        Files.createDirectories(Path.of(to).toAbsolutePath().getParent());
        Files.move(Path.of(from), Path.of(to), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String address) throws IOException {
        if (Files.exists(Path.of(address))) {
            try (Stream<Path> files = Files.walk(Path.of(address))) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public List<String> hosts(String address, long from, long length) {
        return List.of();
    }
}
