import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Packs a folder so that the same files give the same bytes, whatever the machine, the user, the clock and the time zone.
 *
 * <p>Run from source: {@code java -Duser.timezone=UTC Pack.java FOLDER TIME ARCHIVE...} with names that end in {@code .zip} or
 * {@code .tar.gz}. The folder's own name is the first part of every path. Files are in order of their paths, belong to nobody, have TIME
 * as their time, and may be executed by all or by none; a symbolic link becomes the file it points to.
 */
final class Pack {

    private static final int BLOCK = 512;

    private final Path folder;
    private final Instant time;
    private final List<Path> files;

    private Pack(Path folder, Instant time) throws IOException {
        this.folder = folder;
        this.time = time;
        try (Stream<Path> all = Files.walk(folder)) {
            // By the text of the path: the order of Path is the file system's.
            files = all.sorted((a, b) -> a.toString().compareTo(b.toString())).toList();
        }
    }

    public static void main(String[] arguments) throws IOException {
        Pack pack = new Pack(Path.of(arguments[0]).toRealPath(), Instant.parse(arguments[1]));
        for (String archive : Arrays.asList(arguments).subList(2, arguments.length)) {
            Path file = Path.of(archive).toAbsolutePath();
            Files.deleteIfExists(file);
            if (archive.endsWith(".zip")) {
                pack.zip(file);
            } else if (archive.endsWith(".tar.gz")) {
                pack.tar(file);
            } else {
                throw new IllegalArgumentException("expected a name that ends in .zip or .tar.gz, found " + archive);
            }
        }
    }

    private String name(Path file) {
        String inside = folder.relativize(file).toString().replace('\\', '/');
        String name = folder.getFileName() + (inside.isEmpty() ? "" : "/" + inside);
        return Files.isDirectory(file) ? name + "/" : name;
    }

    private static int mode(Path file) {
        return Files.isDirectory(file) || Files.isExecutable(file) ? 0755 : 0644;
    }

    private void zip(Path archive) throws IOException {
        Map<String, String> options = Map.of("create", "true", "enablePosixFileAttributes", "true");
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + archive.toUri()), options)) {
            for (Path file : files) {
                Path copy = zip.getPath(name(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectory(copy);
                } else {
                    Files.write(copy, Files.readAllBytes(file));
                }
                String permissions = mode(file) == 0755 ? "rwxr-xr-x" : "rw-r--r--";
                Files.setAttribute(copy, "zip:permissions", PosixFilePermissions.fromString(permissions));
                for (String attribute : List.of("lastModifiedTime", "lastAccessTime", "creationTime")) {
                    Files.setAttribute(copy, "zip:" + attribute, FileTime.from(time));
                }
            }
        }
    }

    private void tar(Path archive) throws IOException {
        try (OutputStream out =
                new BufferedOutputStream(new GZIPOutputStream(Files.newOutputStream(archive), 1 << 16), 1 << 16)) {
            for (Path file : files) {
                boolean directory = Files.isDirectory(file);
                byte[] content = directory ? new byte[0] : Files.readAllBytes(file);
                out.write(header(name(file), mode(file), content.length, directory));
                out.write(content);
                out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    /** A header of the form that POSIX calls ustar. */
    private byte[] header(String name, int mode, long size, boolean directory) {
        byte[] header = new byte[BLOCK];
        int cut = name.length() <= 100 ? -1 : name.indexOf('/', name.length() - 101);
        if (name.length() > 100 && (cut < 0 || cut > 155)) {
            throw new IllegalArgumentException("too long a path for a tar archive: " + name);
        }
        put(header, 0, 100, name.substring(cut + 1));
        put(header, 345, 155, cut < 0 ? "" : name.substring(0, cut));
        put(header, 100, 8, "%07o".formatted(mode));
        put(header, 108, 8, "%07o".formatted(0));
        put(header, 116, 8, "%07o".formatted(0));
        put(header, 124, 12, "%011o".formatted(size));
        put(header, 136, 12, "%011o".formatted(time.getEpochSecond()));
        put(header, 148, 8, "        ");
        header[156] = (byte) (directory ? '5' : '0');
        put(header, 257, 8, "ustar\00000");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, 8, "%06o\0 ".formatted(sum));
        return header;
    }

    private static void put(byte[] header, int at, int most, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > most) {
            throw new IllegalArgumentException("too long for a tar archive: " + text);
        }
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
