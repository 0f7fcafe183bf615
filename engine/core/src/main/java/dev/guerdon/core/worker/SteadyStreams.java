package dev.guerdon.core.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Streams over a socket that an interrupt does not close.
 *
 * <p>A thread that is interrupted while it waits in a channel loses the channel, and foreign code may interrupt every thread there is. So
 * the channel never waits; a selector does, which only wakes up. One thread reads, and one writes.
 */
final class SteadyStreams {

    private SteadyStreams() {}

    static InputStream in(SocketChannel socket) throws IOException {
        Selector selector = selector(socket, SelectionKey.OP_READ);
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                while (true) {
                    int count = socket.read(ByteBuffer.wrap(target, from, length));
                    if (count != 0) {
                        return count;
                    }
                    await(selector);
                }
            }
        };
    }

    static OutputStream out(SocketChannel socket) throws IOException {
        Selector selector = selector(socket, SelectionKey.OP_WRITE);
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
                while (rest.hasRemaining()) {
                    if (socket.write(rest) == 0) {
                        await(selector);
                    }
                }
            }
        };
    }

    private static Selector selector(SocketChannel socket, int operation) throws IOException {
        socket.configureBlocking(false);
        Selector selector = Selector.open();
        socket.register(selector, operation);
        return selector;
    }

    private static void await(Selector selector) throws IOException {
        Thread.interrupted();
        selector.select();
        selector.selectedKeys().clear();
    }
}
