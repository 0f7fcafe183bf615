package dev.guerdon.spark;

import dev.guerdon.cli.spi.PieceEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A jar for executors with Spark's side of the seam and, in the place of Guerdon, an engine that obeys its pieces: it answers, throws,
 * waits, fills the memory, or ends its process.
 */
final class StandIn {

    private static final String ENGINE = """
            package dev.guerdon.cli.pieces;

            import dev.guerdon.cli.spi.PieceEngine;
            import dev.guerdon.cli.spi.ClusterJob;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;

            public final class EngineOpener implements PieceEngine.Opener {
                @Override
                public PieceEngine open(ClusterJob job, Path folder) throws java.io.IOException {
                    String[] wish = new String(job.description(), StandardCharsets.UTF_8).split(" ", -1);
                    switch (wish[0]) {
                        // The first process that comes is sick, and stays so; 'all' are, where that is the wish.
                        case "sick" -> {
                            Path sick = Path.of(wish[1]);
                            String own = Long.toString(ProcessHandle.current().pid());
                            if (wish[1].equals("all") || (!Files.exists(sick) && sick.toFile().createNewFile())) {
                                if (!wish[1].equals("all")) {
                                    Files.writeString(sick, own);
                                }
                                throw new java.io.IOException("no space left");
                            }
                            if (Files.readString(sick).equals(own)) {
                                throw new java.io.IOException("no space left");
                            }
                        }
                        case "broken" -> throw new IllegalStateException("it does not compile");
                        default -> {}
                    }
                    String greeting = new String(job.description(), StandardCharsets.UTF_8)
                            + job.files().size();
                    return new PieceEngine() {
                        @Override
                        public byte[] work(byte[] piece, Place here) throws Exception {
                            String[] words = new String(piece, StandardCharsets.UTF_8).split(" ", -1);
                            switch (words[0]) {
                                case "unread" -> throw new java.io.UncheckedIOException(new java.io.IOException("as asked"));
                                // Where its jars are, and where the worker said that things may be put.
                                case "where" -> words = new String[] {
                                    EngineOpener.class.getProtectionDomain().getCodeSource().getLocation().getPath(),
                                    System.getenv("SPARK_EXECUTOR_DIRS")
                                };
                                case "throw" -> throw new IllegalStateException("as asked");
                                case "halt" -> Runtime.getRuntime().halt(9);
                                // Ends its process unless the file is there, which it makes: it is well the second time.
                                case "halt-once" -> {
                                    if (Path.of(words[1]).toFile().createNewFile()) {
                                        Runtime.getRuntime().halt(9);
                                    }
                                }
                                case "fill" -> {
                                    List<byte[]> all = new ArrayList<>();
                                    while (true) {
                                        all.add(new byte[1 << 24]);
                                    }
                                }
                                case "wait" -> {
                                    Files.createFile(Path.of(words[1] + here.attempt()));
                                    while (!here.isCancelled()) {
                                        Thread.sleep(20);
                                    }
                                }
                                // Waits until as many processes as it says are at work.
                                case "meet" -> {
                                    Path room = Path.of(words[1]);
                                    room.resolve(Long.toString(ProcessHandle.current().pid())).toFile().createNewFile();
                                    while (room.toFile().list().length < Integer.parseInt(words[2]) && !here.isCancelled()) {
                                        Thread.sleep(20);
                                    }
                                }
                                // Asks from another thread than that of its task, as episodes do.
                                case "ask" -> {
                                    byte[] answer = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
                                        try {
                                            return here.ask(piece);
                                        } catch (java.io.IOException e) {
                                            throw new java.io.UncheckedIOException(e);
                                        }
                                    }).join();
                                    words = new String[] {new String(answer, StandardCharsets.UTF_8)};
                                }
                                default -> {}
                            }
                            return (greeting + ":" + String.join(" ", words) + ":" + ProcessHandle.current().pid())
                                    .getBytes(StandardCharsets.UTF_8);
                        }

                        @Override
                        public void close() {}
                    };
                }
            }
            """;

    private StandIn() {}

    /** Writes the jar into a folder; executors need nothing else. */
    static Path jar(Path folder) throws IOException {
        Path source = folder.resolve("EngineOpener.java");
        Files.writeString(source, ENGINE);
        Path classes = Files.createDirectories(folder.resolve("engine"));
        int code = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK")
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        if (code != 0) {
            throw new IllegalStateException("the stand-in does not compile");
        }
        byte[] engine = jarOf(List.of(classes), Map.of());
        byte[] list = (sha256(engine) + " engine.jar\n").getBytes(StandardCharsets.UTF_8);
        Path all = folder.resolve("guerdon-spark-test.jar");
        Files.write(
                all,
                jarOf(
                        List.of(classesOf(SparkCluster.class), classesOf(PieceEngine.class)),
                        Map.of("guerdon-lib/engine.jar", engine, "guerdon-lib/jars.sha256", list)));
        return all;
    }

    /** A jar of what is in folders and jars, and of further entries. */
    private static byte[] jarOf(List<Path> sources, Map<String, byte[]> further) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>(further);
        for (Path source : sources) {
            if (Files.isDirectory(source)) {
                add(source, entries);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(source)) {
                    add(jar.getPath("/"), entries);
                }
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static void add(Path root, Map<String, byte[]> entries) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putIfAbsent(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path classesOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
