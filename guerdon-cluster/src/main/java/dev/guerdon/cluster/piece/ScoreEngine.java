package dev.guerdon.cluster.piece;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Sha256;
import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.cluster.spi.Store;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Does the pieces of a score job in one process.
 *
 * <p>A piece computes on one thread, because a cluster hands out as many pieces as it has cores. Scorers are kept and used again: one
 * may have worker processes.
 */
@Internal
public final class ScoreEngine implements Engine {

    private final ScoreSpec spec;
    private final Plugins plugins;
    private final List<RewardEntry> rewards;
    private final ConcurrentLinkedDeque<Scorer> free = new ConcurrentLinkedDeque<>();
    private final ConcurrentLinkedDeque<Scorer> all = new ConcurrentLinkedDeque<>();
    private final ScheduledExecutorService clock;
    private volatile boolean closed;

    private ScoreEngine(ScoreSpec spec, Plugins plugins, List<RewardEntry> rewards) {
        this.spec = spec;
        this.plugins = plugins;
        this.rewards = rewards;
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("guerdon-piece-clock").factory());
        timer.setRemoveOnCancelPolicy(true);
        this.clock = timer;
    }

    /**
     * Opens an engine.
     *
     * @param description what the job says
     * @param folder for the code that was shipped with it
     */
    public static ScoreEngine open(Json description, Job job, Path folder) throws IOException {
        ScoreSpec spec = ScoreSpec.of(description);
        Plugins plugins = Plugins.unpack(job.files(), folder.resolve("code"));
        try {
            Registry registry = plugins.registry();
            registry.isolate(spec.isolation());
            List<RewardEntry> rewards =
                    spec.rewards().stream().map(registry::reward).toList();
            return new ScoreEngine(spec, plugins, rewards);
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    @Override
    public byte[] work(byte[] piece, Place here) throws IOException {
        return switch (Task.of(piece)) {
            case Task.Count count -> json("counts", count(count, here));
            case Task.Check check -> json("damaged", damaged(check, here));
            case Task.Score score -> score(score, here);
        };
    }

    private byte[] score(Task.Score task, Place here) throws IOException {
        Scorer scorer = take();
        boolean whole = false;
        try {
            byte[] result =
                    new ScoreTry(spec, rewards, scorer, clock, task, here).run().toBytes();
            whole = true;
            return result;
        } finally {
            if (whole && !closed) {
                free.push(scorer);
            } else {
                all.remove(scorer);
                scorer.close();
            }
        }
    }

    private Scorer take() {
        Scorer scorer = free.poll();
        if (scorer == null) {
            scorer = Scorer.builder()
                    .threads(1)
                    .deadline(spec.deadline())
                    .isolated(plugins.registry())
                    .build();
            all.add(scorer);
        }
        return scorer;
    }

    private static List<Long> count(Task.Count task, Place here) throws IOException {
        if (task.source().kind() != Source.Kind.ROWS) {
            return Counting.between(task.places(), here.store(), task.source(), here::isCancelled);
        }
        long count = 0;
        for (Iterator<byte[]> rows = here.rows(); rows.hasNext() && !here.isCancelled(); rows.next()) {
            count++;
        }
        return List.of(count);
    }

    private static List<String> damaged(Task.Check task, Place here) {
        List<String> damaged = new ArrayList<>();
        for (Map.Entry<String, String> file : new TreeMap<>(task.hashes()).entrySet()) {
            if (!here.isCancelled() && !file.getValue().equals(hash(here.store(), file.getKey()))) {
                damaged.add(file.getKey());
            }
        }
        return damaged;
    }

    /** The hash of a file; empty where it cannot be read. */
    private static String hash(Store store, String address) {
        MessageDigest digest = Sha256.digest();
        try (InputStream in = store.open(address, 0)) {
            byte[] buffer = new byte[1 << 17];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return Sha256.hex(digest);
        } catch (IOException e) {
            return "";
        }
    }

    private static byte[] json(String name, List<?> values) {
        return JsonCodec.write(Map.of(name, values)).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        all.forEach(Scorer::close);
        plugins.close();
    }
}
