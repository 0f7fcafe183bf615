package dev.guerdon.cli.cluster;

import dev.guerdon.api.Internal;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.terminal.EndRequests;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The line between a driver and the process that started it: a socket in a folder that only the user can enter. The parent tells what it
 * was asked for, a byte for each request, and the driver ends when the line does: its parent is gone then, however it went. The driver
 * tells when it ends in order: a JVM that breaks down has exit codes that mean something else here.
 */
@Internal
public final class DriverLink implements AutoCloseable {

    /** The system property of a driver that names the socket. */
    static final String PROPERTY = "guerdon.driver.link";

    /** The exit code of a driver whose parent is gone. */
    private static final int LOST = 86;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The address of a socket may have about 100 bytes. */
    private static final int LONGEST_FOLDER = 90;

    private static final byte[] BYTES = {'I', 'T'};

    /** The first byte, which says that the parent passes requests on from now on, and does not end the driver itself. */
    private static final byte HEARD = 'H';

    /** What the driver says at its orderly end. */
    private static final byte ENDED = 'E';

    /** In a driver: its end of the line. */
    private static volatile @Nullable SocketChannel toParent;

    private final Path folder;
    private final ServerSocketChannel door;
    private final List<EndRequests.Kind> unsent = new ArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable SocketChannel driver;
    private volatile boolean endedInOrder;

    private DriverLink(Path folder, ServerSocketChannel door) {
        this.folder = folder;
        this.door = door;
    }

    /** Opens the parent's end. */
    static DriverLink open() throws IOException {
        Path folder = Files.createTempDirectory("guerdon").toAbsolutePath();
        if (folder.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_FOLDER
                && Files.isDirectory(Path.of("/tmp"))) {
            Files.delete(folder);
            folder = Files.createTempDirectory(Path.of("/tmp"), "guerdon");
        }
        ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        DriverLink link = new DriverLink(folder, door);
        door.bind(UnixDomainSocketAddress.of(link.socket()));
        Thread.ofPlatform().daemon().name("guerdon-driver-link").start(link::accept);
        return link;
    }

    Path socket() {
        return folder.resolve("s");
    }

    private void accept() {
        try {
            SocketChannel accepted = door.accept();
            synchronized (this) {
                driver = accepted;
                accepted.write(ByteBuffer.wrap(new byte[] {HEARD}));
                for (EndRequests.Kind kind : unsent) {
                    write(accepted, kind);
                }
                unsent.clear();
            }
            ByteBuffer one = ByteBuffer.allocate(1);
            while (accepted.read(one.clear()) == 1) {
                if (one.get(0) == ENDED) {
                    endedInOrder = true;
                }
            }
        } catch (IOException e) {
            // The driver ended before it called, or this end is closed.
        } finally {
            over.countDown();
        }
    }

    /** Whether a driver that is gone said that it ends in order; its exit code is that of the command then. */
    boolean isEndedInOrder() throws InterruptedException {
        return isHeard() && over.await(PATIENCE.toSeconds(), TimeUnit.SECONDS) && endedInOrder;
    }

    /** Tells the driver; what is told before it listens reaches it as soon as it does. */
    synchronized void tell(EndRequests.Kind kind) {
        SocketChannel to = driver;
        if (to == null) {
            unsent.add(kind);
            return;
        }
        try {
            write(to, kind);
        } catch (IOException e) {
            // It is ending already.
        }
    }

    /** Whether the driver listens. */
    synchronized boolean isHeard() {
        return driver != null;
    }

    @SuppressWarnings("EnumOrdinal") // both sides are of one version
    private static void write(SocketChannel to, EndRequests.Kind kind) throws IOException {
        to.write(ByteBuffer.wrap(BYTES, kind.ordinal(), 1));
    }

    /** In a driver: listens to the parent from now on, where one started it, and returns when the parent knows it. */
    static void listen() {
        String socket = System.getProperty(PROPERTY, "");
        if (!socket.isEmpty()) {
            CountDownLatch heard = new CountDownLatch(1);
            // No one in this process may keep the thread from its work, or the process alive because of it.
            Thread.ofPlatform().daemon().name("guerdon-parent").start(() -> listen(Path.of(socket), heard));
            try {
                var unused = heard.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** In a driver: tells the parent that the command has ended, and with it soon the process. */
    public static void tellEnd() {
        SocketChannel parent = toParent;
        if (parent != null) {
            try {
                parent.write(ByteBuffer.wrap(new byte[] {ENDED}));
            } catch (IOException e) {
                // Nobody waits any more.
            }
        }
    }

    private static void listen(Path socket, CountDownLatch heard) {
        try (SocketChannel parent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            parent.connect(UnixDomainSocketAddress.of(socket));
            toParent = parent;
            ByteBuffer one = ByteBuffer.allocate(1);
            while (parent.read(one.clear()) == 1) {
                if (one.get(0) == HEARD) {
                    heard.countDown();
                } else {
                    EndRequests.tell(one.get(0) == BYTES[0] ? EndRequests.Kind.INTERRUPT : EndRequests.Kind.TERMINATE);
                }
            }
        } catch (IOException e) {
            // The same as its end.
        }
        try {
            FolderTree.delete(socket.resolveSibling(""));
        } catch (IOException e) {
            // A temporary folder may stay behind; a process must not.
        }
        Shutdown.exit(LOST, PATIENCE);
    }

    @Override
    public void close() {
        try {
            door.close();
            synchronized (this) {
                if (driver != null) {
                    driver.close();
                }
            }
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The system clears its temporary files.
        }
    }
}
