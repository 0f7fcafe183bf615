package dev.guerdon.cli.cluster;

import dev.guerdon.cli.terminal.EndRequests;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.base.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The line between a driver and the process that started it. The parent writes what it was asked for to the driver's standard input, a byte for each
 * request, and the driver ends when that input does: its parent is gone then, however it went. The driver writes into a file of a folder that only
 * the user can enter when it listens, and when it ends in order: a JVM that breaks down has exit codes that mean something else here.
 *
 * @param folder is made by the parent, and removed by the process that ends last
 */
record DriverLink(Path folder) implements AutoCloseable {

    /** The system property of a driver that names the file. */
    static final String PROPERTY = "guerdon.driver.link";

    /** The exit code of a driver whose parent is gone. */
    private static final int LOST = 86;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String LISTENS = "listens";
    private static final String ENDED = "ended";

    /** Opens the parent's end. */
    static DriverLink open() throws IOException {
        return new DriverLink(TemporaryFolder.create("d").toAbsolutePath());
    }

    Path file() {
        return folder.resolve("driver");
    }

    /** Returns whether the driver listens, or did before it ended. */
    boolean isHeard() {
        return Files.exists(file());
    }

    /** Returns whether a driver that is gone said that it ends in order; its exit code is that of the command then. */
    boolean isEndedInOrder() throws IOException {
        return isHeard() && Files.readString(file()).equals(ENDED);
    }

    /** Sends a request to a driver; it waits until the driver listens. */
    static void tell(Process driver, EndRequests.Kind kind) {
        try {
            driver.getOutputStream().write(kind.signal().charAt(0));
            driver.getOutputStream().flush();
        } catch (IOException e) {
            // It is ending already.
        }
    }

    /** In a driver: listens to the parent from now on, where one started it. */
    static void listen() {
        String file = System.getProperty(PROPERTY, "");
        if (!file.isEmpty()) {
            InputStream parent = StandardStreams.in();
            // No one in this process may keep the thread from its work, or the process alive because of it.
            OwnThread.start("guerdon-parent", () -> listen(parent, Path.of(file)));
            say(LISTENS);
        }
    }

    /** Reports, in a driver, that the command has ended and the process will soon. */
    static void tellEnd() {
        say(ENDED);
    }

    private static void say(String word) {
        try {
            Files.writeString(Path.of(System.getProperty(PROPERTY, "")), word);
        } catch (IOException e) {
            // The parent is gone.
        }
    }

    private static void listen(InputStream parent, Path file) {
        try {
            for (int kind = parent.read(); kind >= 0; kind = parent.read()) {
                EndRequests.tell(kind == 'I' ? EndRequests.Kind.INTERRUPT : EndRequests.Kind.TERMINATE);
            }
        } catch (IOException e) {
            // The same as its end.
        }
        try {
            FolderTree.delete(file.resolveSibling(""));
        } catch (IOException e) {
            // A temporary folder may stay behind; a process must not.
        }
        ProcessShutdown.exit(LOST, PATIENCE);
    }

    @Override
    public void close() {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The system clears its temporary files.
        }
    }
}
