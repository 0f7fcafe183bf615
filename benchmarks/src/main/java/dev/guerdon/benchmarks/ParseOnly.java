package dev.guerdon.benchmarks;

import com.fasterxml.jackson.core.JsonParser;
import dev.guerdon.core.base.JsonCodec;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Reads every token of a JSON-lines file and does nothing with it: the yardstick for scoring the same file. */
final class ParseOnly {

    private static final int BLOCK = 256 << 10;

    private ParseOnly() {}

    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[1]);
        LongAdder tokens = new LongAdder();
        Semaphore inFlight = new Semaphore(threads * 2 + 1);
        try (InputStream in = Files.newInputStream(Path.of(arguments[0]));
                ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            byte[] buffer = new byte[BLOCK];
            int filled = 0;
            int read;
            while ((read = in.readNBytes(buffer, filled, buffer.length - filled)) > 0 || filled > 0) {
                filled += read;
                int length = filled;
                while (length > 0 && buffer[length - 1] != '\n') {
                    length--;
                }
                if (length == 0) {
                    buffer = Arrays.copyOf(buffer, buffer.length * 2);
                    continue;
                }
                byte[] block = buffer;
                int end = length;
                buffer = new byte[BLOCK];
                System.arraycopy(block, length, buffer, 0, filled - length);
                filled -= length;
                inFlight.acquire();
                pool.execute(() -> {
                    try {
                        tokens.add(count(block, end));
                    } finally {
                        inFlight.release();
                    }
                });
            }
            pool.shutdown();
            if (!pool.awaitTermination(1, TimeUnit.HOURS)) {
                throw new IllegalStateException("parsing takes longer than an hour");
            }
        }
        System.out.println(tokens.sum());
    }

    private static long count(byte[] block, int length) {
        long count = 0;
        try (JsonParser parser = JsonCodec.factory().createParser(block, 0, length)) {
            while (parser.nextToken() != null) {
                count++;
            }
            return count;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
