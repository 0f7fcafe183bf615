package dev.guerdon.core.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A pipe within the process, as large as that of an operating system. No interrupt closes it. */
final class Pipe {

    private final byte[] bytes = new byte[64 << 10];
    private long written;
    private long read;
    private boolean closed;

    OutputStream out() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] source, int from, int length) throws IOException {
                put(source, from, length);
            }

            @Override
            public void close() {
                end();
            }
        };
    }

    InputStream in() {
        return inWithin(Long.MAX_VALUE / 2_000_000_000);
    }

    /** A side that gives up where nothing has come for so long, for tests that would hang. */
    InputStream inWithin(long seconds) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                return take(target, from, length, seconds);
            }

            @Override
            public int available() {
                return waiting();
            }
        };
    }

    private synchronized void put(byte[] source, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            while (written - read == bytes.length && !closed) {
                pause();
            }
            if (closed) {
                throw new IOException("the pipe is closed");
            }
            int count = (int) Math.min(length - done, bytes.length - (written - read));
            for (int i = 0; i < count; i++) {
                bytes[(int) (written++ % bytes.length)] = source[from + done++];
            }
            notifyAll();
        }
    }

    private synchronized int take(byte[] target, int from, int length, long seconds) throws IOException {
        long begun = System.nanoTime();
        while (written == read && !closed) {
            if (System.nanoTime() - begun > seconds * 1_000_000_000) {
                throw new IOException("nothing has come for " + seconds + " seconds");
            }
            pause();
        }
        int count = (int) Math.min(length, written - read);
        for (int i = 0; i < count; i++) {
            target[from + i] = bytes[(int) (read++ % bytes.length)];
        }
        notifyAll();
        return count == 0 && length > 0 ? -1 : count;
    }

    private synchronized int waiting() {
        return (int) (written - read);
    }

    private synchronized void end() {
        closed = true;
        notifyAll();
    }

    @SuppressWarnings("WaitNotInLoop") // those who call it look again
    private void pause() {
        try {
            wait(1000);
        } catch (InterruptedException e) {
            // As a read of a file: it goes on waiting.
        }
    }
}
