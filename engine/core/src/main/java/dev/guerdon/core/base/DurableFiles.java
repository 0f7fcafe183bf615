package dev.guerdon.core.base;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The few operations on files whose failure must lose nothing. A test puts one in its place that is full, slow or broken.
 *
 * <p>An interrupt does not disturb them: a reward that interrupts its caller would otherwise close the output.
 */
class DurableFiles {

    private static volatile DurableFiles current = new DurableFiles();

    static DurableFiles current() {
        return current;
    }

    /** Puts another in the place of this process's disk; returns the one before. */
    static DurableFiles use(DurableFiles disk) {
        DurableFiles before = current;
        current = disk;
        return before;
    }

    /** A file that is written. */
    interface Handle extends Closeable {

        /** Writes at the end; returns how many of the bytes were written, as a disk may write fewer. */
        int write(byte[] bytes, int from, int length) throws IOException;

        /** Waits until everything that was written would survive the machine's fall. */
        void force() throws IOException;
    }

    /** Opens a file, made if it is missing, cut to a length, and to be written after that. */
    Handle open(Path file, long length) throws IOException {
        RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw");
        try {
            opened.setLength(length);
            opened.seek(length);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        return new Handle() {
            @Override
            public int write(byte[] bytes, int from, int length) throws IOException {
                opened.write(bytes, from, length);
                return length;
            }

            @Override
            public void force() throws IOException {
                opened.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                opened.close();
            }
        };
    }

    /** Gives a file the name of another, which it replaces at once. */
    void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Waits until the names in a folder would survive the machine's fall, where the operating system can do that. */
    void forceNames(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            // The interrupt is not for this method, and is still set.
        } catch (IOException e) {
            if (Files.isDirectory(folder) && String.valueOf(e.getMessage()).contains("Input/output error")) {
                throw e;
            }
            // Windows opens no folders, and some file systems have nothing to wait for.
        }
    }

    /** Writes everything, or throws. */
    static void writeAll(Handle handle, byte[] bytes, int from, int length) throws IOException {
        int written = 0;
        while (written < length) {
            int some = handle.write(bytes, from + written, length - written);
            if (some <= 0) {
                throw new IOException("the disk took " + written + " of " + length + " bytes and no more");
            }
            written += some;
        }
    }
}
