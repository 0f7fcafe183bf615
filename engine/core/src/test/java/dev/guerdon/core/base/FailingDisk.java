package dev.guerdon.core.base;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A disk that fails on purpose, for the files that a test chooses; in the place of the real one until it is closed. */
final class FailingDisk extends DurableFiles implements AutoCloseable {

    private final DurableFiles before;
    private final Predicate<Path> hit;
    private long room = Long.MAX_VALUE;
    private int most = Integer.MAX_VALUE;
    private boolean moves = true;
    private boolean forces = true;

    FailingDisk(Predicate<Path> hit) {
        this.hit = hit;
        this.before = DurableFiles.use(this);
    }

    /** Only so many bytes fit on the disk; then it is full. */
    FailingDisk room(long bytes) {
        room = bytes;
        return this;
    }

    /** Only so many bytes are written at once. */
    FailingDisk mostAtOnce(int bytes) {
        most = bytes;
        return this;
    }

    /** Files cannot be renamed. */
    FailingDisk withoutMoves() {
        moves = false;
        return this;
    }

    /** Nothing reaches the disk for sure. */
    FailingDisk withoutForce() {
        forces = false;
        return this;
    }

    @Override
    Handle open(Path file, long length) throws IOException {
        Handle real = super.open(file, length);
        if (!hit.test(file)) {
            return real;
        }
        return new Handle() {
            @Override
            public int write(byte[] bytes, int from, int count) throws IOException {
                if (room <= 0) {
                    throw new IOException("No space left on device");
                }
                int some = (int) Math.min(room, Math.min(most, count));
                room -= some;
                return real.write(bytes, from, some);
            }

            @Override
            public void force() throws IOException {
                if (!forces) {
                    throw new IOException("Input/output error");
                }
                real.force();
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Override
    void move(Path from, Path to) throws IOException {
        if (!moves && hit.test(to)) {
            throw new IOException("Input/output error");
        }
        super.move(from, to);
    }

    @Override
    public void close() {
        DurableFiles.use(before);
    }
}
