package dev.guerdon.spark;

import dev.guerdon.cli.spi.ClusterStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/** The files that Hadoop's file systems reach: local ones, HDFS, and the object stores whose connectors the cluster has. */
final class HadoopStore implements ClusterStore, Serializable {

    private static final long serialVersionUID = 1;

    private static final Pattern SCHEME = Pattern.compile("^(/|[A-Za-z][A-Za-z0-9+.-]*:)");

    private final SerializableConfiguration configuration;

    HadoopStore(Configuration configuration) {
        // Hadoop's local file system would keep a file of checksums beside each file.
        Configuration own = new Configuration(configuration);
        own.setClass("fs.file.impl", RawLocalFileSystem.class, FileSystem.class);
        own.setBoolean("fs.file.impl.disable.cache", true);
        this.configuration = new SerializableConfiguration(own);
    }

    private FileSystem system(Path path) throws IOException {
        return path.getFileSystem(configuration.value());
    }

    /** Returns the whole address. Text before the first colon that is no scheme is part of a name. */
    @Override
    public String whole(String address) throws IOException {
        try {
            Path path = new Path(address.isEmpty() || SCHEME.matcher(address).find() ? address : "./" + address);
            return system(path).makeQualified(path).toString();
        } catch (IllegalArgumentException e) {
            throw new IOException("'" + address + "' is not a path: " + e.getMessage(), e);
        }
    }

    /** Lists files. A file is meant even if its name looks like a pattern. */
    @Override
    public List<Entry> list(String address) throws IOException {
        Path path = new Path(whole(address));
        FileSystem system = system(path);
        NavigableMap<String, Entry> entries = new TreeMap<>();
        FileStatus itself = status(system, path);
        if (itself != null) {
            add(system, itself, itself.isDirectory() ? "" : path.getName(), entries);
            return List.copyOf(entries.values());
        }
        FilePattern pattern = FilePattern.of(path).orElseThrow(() -> new FileNotFoundException(path.toString()));
        List<FileStatus> found = pattern.find(system);
        if (found.isEmpty()) {
            throw new FileNotFoundException(path.toString());
        }
        for (FileStatus each : found) {
            add(system, each, pattern.below(each.getPath()), entries);
        }
        return List.copyOf(entries.values());
    }

    private static void add(FileSystem system, FileStatus found, String below, NavigableMap<String, Entry> entries)
            throws IOException {
        if (found.isDirectory()) {
            walk(system, found.getPath(), below.isEmpty() ? "" : below + "/", false, entries);
        } else {
            entries.put(below, entry(found, below));
        }
    }

    @Override
    public List<Entry> listAll(String folder) throws IOException {
        Path path = new Path(folder);
        NavigableMap<String, Entry> entries = new TreeMap<>();
        walk(system(path), path, "", true, entries);
        return List.copyOf(entries.values());
    }

    /** Adds the files of a folder. Those that are removed meanwhile are left out. */
    private static void walk(
            FileSystem system, Path folder, String above, boolean all, NavigableMap<String, Entry> entries)
            throws IOException {
        FileStatus[] found;
        try {
            found = system.listStatus(folder);
        } catch (FileNotFoundException e) {
            return;
        }
        for (FileStatus each : found) {
            String name = each.getPath().getName();
            if (!all && FilePattern.isHidden(name)) {
                continue;
            }
            if (each.isDirectory()) {
                walk(system, each.getPath(), above + name + "/", all, entries);
            } else {
                entries.put(above + name, entry(each, above + name));
            }
        }
    }

    private static Entry entry(FileStatus status, String below) {
        return new Entry(status.getPath().toString(), below, status.getLen(), status.getModificationTime());
    }

    private static @Nullable FileStatus status(FileSystem system, Path path) throws IOException {
        try {
            return system.getFileStatus(path);
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    @Override
    public boolean coversAny(String address, Collection<String> files) throws IOException {
        Path path = new Path(whole(address));
        Optional<FilePattern> pattern = status(system(path), path) == null ? FilePattern.of(path) : Optional.empty();
        return files.stream()
                .map(Path::new)
                .anyMatch(file -> pattern.isPresent() ? pattern.get().covers(file) : isWithin(path, file));
    }

    /** Returns whether a path leads into a folder, or is the folder; of both, only the paths are compared. */
    static boolean isWithin(Path folder, Path path) {
        String around = folder.toUri().getPath();
        return around.equals(path.toUri().getPath())
                || path.toUri().getPath().startsWith(around.endsWith("/") ? around : around + "/");
    }

    @Override
    public String resolve(String folder, String below) {
        return below(new Path(folder), below).toString();
    }

    /** Returns the path of a file in a folder. Hadoop takes text before a colon in a path by itself for a scheme. */
    static Path below(Path folder, String below) {
        String above = folder.toString();
        return new Path(above.endsWith("/") ? above + below : above + "/" + below);
    }

    @Override
    public boolean isFolder(String address) throws IOException {
        Path path = new Path(address);
        FileStatus status = status(system(path), path);
        return status != null && status.isDirectory();
    }

    @Override
    public boolean exists(String address) throws IOException {
        Path path = new Path(address);
        return system(path).exists(path);
    }

    @Override
    public InputStream open(String address, long from) throws IOException {
        Path path = new Path(address);
        FSDataInputStream in = system(path).open(path);
        try {
            in.seek(from);
            return in;
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Files of this machine are written without Hadoop, which would start a process for the permissions of each. */
    @Override
    public OutputStream create(String address) throws IOException {
        Path path = new Path(address);
        FileSystem system = system(path);
        if (system instanceof RawLocalFileSystem local) {
            java.nio.file.Path file = local.pathToFile(path).toPath();
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            return Files.newOutputStream(file);
        }
        return system.create(path, true);
    }

    @Override
    public void move(String from, String to) throws IOException {
        Path source = new Path(from);
        Path target = new Path(to);
        FileSystem system = system(target);
        if (system instanceof RawLocalFileSystem local) {
            java.nio.file.Path file = local.pathToFile(target).toPath();
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.move(local.pathToFile(source).toPath(), file, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        system.mkdirs(target.getParent());
        if (system.exists(target)) {
            system.delete(target, false);
        }
        if (!system.rename(source, target)) {
            throw new IOException("the file " + from + " could not be moved to " + to);
        }
    }

    @Override
    public void delete(String address) throws IOException {
        Path path = new Path(address);
        system(path).delete(path, true);
    }

    @Override
    public List<String> hosts(String address, long from, long length) throws IOException {
        Path path = new Path(address);
        FileSystem system = system(path);
        Set<String> hosts = new LinkedHashSet<>();
        for (BlockLocation block : system.getFileBlockLocations(path, from, length)) {
            hosts.addAll(Arrays.asList(block.getHosts()));
        }
        hosts.remove("localhost"); // what a file system says that knows no machines
        return List.copyOf(hosts);
    }
}
