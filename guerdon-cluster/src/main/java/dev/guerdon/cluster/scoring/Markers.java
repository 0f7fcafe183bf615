package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Marker;
import dev.guerdon.cluster.piece.Sealed;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads markers in the order of their names, some of them ahead: there may be very many, and a store may be far away. */
final class Markers implements AutoCloseable {

    private static final int AHEAD = 16;

    private final OutFolder out;
    private final NavigableSet<String> names;
    private final Map<String, Future<Optional<Marker>>> ahead = new HashMap<>();
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param names of the markers that are there
     */
    Markers(OutFolder out, NavigableSet<String> names) {
        this.out = out;
        this.names = names;
    }

    /** The marker of a name; empty where there is none, or none that is whole. */
    Optional<Marker> get(String name) throws IOException {
        if (!names.contains(name)) {
            return Optional.empty();
        }
        String next = name;
        for (int i = 0; i < AHEAD && next != null; i++, next = names.higher(next)) {
            String each = next;
            Callable<Optional<Marker>> read = () -> read(each);
            ahead.computeIfAbsent(each, any -> readers.submit(read));
        }
        try {
            Future<Optional<Marker>> found = ahead.remove(name);
            return found == null ? read(name) : found.get();
        } catch (ExecutionException e) {
            throw new IOException("the marker " + out.marker(name) + " cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while markers were read", e);
        }
    }

    private Optional<Marker> read(String name) throws IOException {
        return Sealed.read(out.store(), out.marker(name)).flatMap(Marker::of);
    }

    @Override
    public void close() {
        readers.shutdownNow();
    }
}
