package dev.guerdon.core.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * A disk for the fault-injection suite, in the place of the real one until it is closed: it fails at any operation, and can lose what
 * was not forced when the power goes.
 *
 * <p>It never waits for the real disk. What each file would be after the power has gone is remembered: the content when it was last
 * forced, under the name it had when the names of its folder were last forced or anything later was.
 */
public final class FragileDisk extends DurableFiles implements AutoCloseable {

    /** Decides, before each operation, whether it fails. */
    @FunctionalInterface
    public interface Faults {

        /** Does nothing for most operations; an operation that it throws at did not happen, or only in part. */
        void at(String operation) throws IOException;
    }

    /** A file that is written and not forced yet. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Content(byte[] bytes) {}

    private final DurableFiles before;
    private final Faults faults;
    private final IntUnaryOperator dice;
    private final Map<Path, Content> safe = new HashMap<>();
    private final Map<Path, Content> replaced = new LinkedHashMap<>();
    private boolean gone;

    /**
     * @param dice gives a number below its argument
     */
    public FragileDisk(Faults faults, IntUnaryOperator dice) {
        this.faults = faults;
        this.dice = dice;
        this.before = DurableFiles.use(this);
    }

    private void risk(String operation) throws IOException {
        if (gone) {
            throw new IOException("Input/output error: the power is gone");
        }
        faults.at(operation);
    }

    /** From now on every operation fails. */
    public synchronized void powerGoes() {
        gone = true;
    }

    /**
     * Lets the disk work again.
     *
     * @param lost whether what was not forced is lost: of each file stays what was forced, and perhaps some of what was written behind
     */
    public synchronized void powerComes(boolean lost) throws IOException {
        if (lost) {
            loseWhatWasNotForced();
        }
        safe.clear();
        replaced.clear();
        gone = false;
    }

    private void loseWhatWasNotForced() throws IOException {
        for (Map.Entry<Path, Content> entry : safe.entrySet()) {
            Path file = entry.getKey();
            byte[] kept = entry.getValue().bytes;
            if (!Files.exists(file)) {
                continue;
            }
            byte[] now = Files.readAllBytes(file);
            int common = Arrays.mismatch(kept, now);
            if (common < 0 || dice.applyAsInt(3) == 0) {
                continue; // all of it reached the disk
            }
            if (common < kept.length) {
                Files.write(file, kept); // it was cut or overwritten, and that did not reach the disk
            } else {
                byte[] some = Arrays.copyOf(now, kept.length + dice.applyAsInt(now.length - kept.length + 1));
                if (dice.applyAsInt(3) == 0) {
                    Arrays.fill(
                            some, kept.length, some.length, (byte) 0); // the length reached the disk, the data did not
                }
                Files.write(file, some);
            }
        }
        // A name that was not forced may be that of the file before.
        for (Map.Entry<Path, Content> entry : replaced.entrySet()) {
            if (dice.applyAsInt(2) == 0) {
                Files.write(entry.getKey(), entry.getValue().bytes);
            }
        }
    }

    /** What the file is for sure, from the first time that somebody writes to it. */
    private void remember(Path file) throws IOException {
        if (!safe.containsKey(file)) {
            safe.put(file, new Content(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]));
        }
    }

    @Override
    synchronized Handle open(Path named, long length) throws IOException {
        risk("open");
        Path file = named.toAbsolutePath();
        remember(file);
        Handle real = super.open(named, length);
        return new Handle() {
            @Override
            public int write(byte[] bytes, int from, int count) throws IOException {
                synchronized (FragileDisk.this) {
                    int some = count;
                    try {
                        risk("write");
                    } catch (ShortWrite e) {
                        some = dice.applyAsInt(count) + 1;
                    } catch (IOException e) {
                        int taken = dice.applyAsInt(count + 1);
                        if (taken > 0 && !gone) {
                            real.write(bytes, from, taken);
                        }
                        throw e;
                    }
                    return real.write(bytes, from, some);
                }
            }

            @Override
            public void force() throws IOException {
                synchronized (FragileDisk.this) {
                    risk("force");
                    safe.put(file, new Content(Files.readAllBytes(file)));
                }
            }

            @Override
            public void close() throws IOException {
                real.close();
            }
        };
    }

    @Override
    synchronized void move(Path from, Path to) throws IOException {
        risk("move");
        Path source = from.toAbsolutePath();
        Path target = to.toAbsolutePath();
        Content moved = safe.remove(source);
        if (Files.exists(target)) {
            replaced.putIfAbsent(target, safe.getOrDefault(target, new Content(Files.readAllBytes(target))));
        }
        super.move(from, to);
        safe.put(target, moved == null ? new Content(Files.readAllBytes(target)) : moved);
    }

    @Override
    synchronized void forceNames(Path folder) throws IOException {
        risk("force names");
        replaced.clear();
    }

    /** Makes a write take fewer bytes than it was given. */
    public static final class ShortWrite extends IOException {
        private static final long serialVersionUID = 1;
    }

    @Override
    public void close() {
        DurableFiles.use(before);
    }
}
