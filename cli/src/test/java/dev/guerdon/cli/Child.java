package dev.guerdon.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The {@code guerdon} command in a process of its own, with the class path of this test. */
public final class Child {

    private Child() {}

    /** The command line that starts it. */
    public static List<String> command(String... arguments) {
        return java(Main.class, arguments);
    }

    /** The command line that starts any class with a main method. */
    public static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dguerdon.root=" + Checkout.REAL,
                "-cp",
                classPath(),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Without empty entries, which would stand for the folder that the process is started in. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
    }

    static Process start(Path folder, String... arguments) {
        try {
            return new ProcessBuilder(command(arguments))
                    .directory(folder.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
