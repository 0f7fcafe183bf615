package dev.guerdon.browser.network;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.browser.network.TrafficTape.TapeReader;
import dev.guerdon.browser.network.TrafficTape.TapeWriter;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.core.spi.HttpTraffic;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Mode of the HTTP traffic of this process: recorded, replayed or neither. */
@Internal
public final class TrafficMode implements HttpTraffic {

    private static final AtomicReference<@Nullable TrafficTape> CURRENT = new AtomicReference<>();

    @Override
    public String name() {
        return "browser";
    }

    /** Returns the tape of fetches; empty where traffic is live. */
    public static Optional<TrafficTape> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Returns the tape of what browsers load; empty where they connect as ever. */
    public static Optional<TrafficTape> ofPages() {
        return current().filter(TrafficTape::hasPages);
    }

    @Override
    public Session begin(Wish wish) {
        Path replay = wish.replay().orElse(null);
        TapeReader reader = replay == null ? null : TapeReader.read(replay, SecretFilter.known());
        boolean pages = reader == null ? wish.pages() : reader.hasPages();
        TapeWriter writer = wish.record()
                .map(folder -> new TapeWriter(folder, wish.inClear(), pages, SecretFilter.known()))
                .orElse(null);
        TrafficTape tape = new TrafficTape(reader, replay, writer, pages);
        if (!CURRENT.compareAndSet(null, tape)) {
            tape.close();
            throw new GuerdonException(
                    "another run of this process records or replays HTTP traffic; run one after the other");
        }
        return () -> {
            CURRENT.compareAndSet(tape, null);
            tape.close();
        };
    }
}
