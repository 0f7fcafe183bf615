package dev.guerdon.cli.pieces;

import dev.guerdon.cli.spi.ClusterStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A store on this machine's disk. */
class LocalStore implements ClusterStore {

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
        return Files.isDirectory(path)
                ? walk(path, name -> !name.startsWith("_") && !name.startsWith("."))
                : List.of(entry(path, path.getFileName().toString()));
    }

    @Override
    public List<Entry> listAll(String folder) throws IOException {
        return Files.isDirectory(Path.of(folder)) ? walk(Path.of(folder), name -> true) : List.of();
    }

    @Override
    public boolean coversAny(String address, Collection<String> files) {
        return files.stream().anyMatch(file -> Path.of(file).startsWith(Path.of(address)));
    }

    private static List<Entry> walk(Path folder, Predicate<String> wanted) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path below = folder.relativize(file);
                boolean shown = true;
                for (Path name : below) {
                    shown &= wanted.test(name.toString());
                }
                if (shown) {
                    try {
                        entries.add(entry(file, below.toString().replace('\\', '/')));
                    } catch (NoSuchFileException e) {
                        // A try that nobody wants any more has removed it.
                    }
                }
            }
        }
        entries.sort(Comparator.comparing(Entry::below));
        return entries;
    }

    private static Entry entry(Path file, String below) throws IOException {
        return new Entry(
                file.toString(),
                below,
                Files.size(file),
                Files.getLastModifiedTime(file).toMillis());
    }

    @Override
    public String resolve(String folder, String below) {
        return Path.of(folder).resolve(below).toString();
    }

    @Override
    public boolean exists(String address) throws IOException {
        return Files.exists(Path.of(address));
    }

    @Override
    public boolean isFolder(String address) {
        return Files.isDirectory(Path.of(address));
    }

    @Override
    public InputStream open(String address, long from) throws IOException {
        FileChannel channel = FileChannel.open(Path.of(address), StandardOpenOption.READ);
        channel.position(from);
        return Channels.newInputStream(channel);
    }

    @Override
    public OutputStream create(String address) throws IOException {
        Path path = Path.of(address);
        Files.createDirectories(path.toAbsolutePath().getParent());
        return Files.newOutputStream(path);
    }

    @Override
    public void move(String from, String to) throws IOException {
        Files.createDirectories(Path.of(to).toAbsolutePath().getParent());
        Files.move(Path.of(from), Path.of(to), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String address) throws IOException {
        Path path = Path.of(address);
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public List<String> hosts(String address, long from, long length) throws IOException {
        return List.of();
    }
}
