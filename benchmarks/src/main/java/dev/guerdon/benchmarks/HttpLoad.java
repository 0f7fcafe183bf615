package dev.guerdon.benchmarks;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends one request over and over, on some connections at once, each of which waits for its answer before the next.
 *
 * <p>It does as little as it can, on plain sockets, so that the server is what is measured.
 */
final class HttpLoad {

    /**
     * Outcome of it.
     *
     * @param requests how many were answered with 200
     * @param others how many were answered with something else
     * @param seconds how long it took
     * @param serverCpu how many CPU seconds the server's process used
     * @param latencies in nanoseconds, sorted
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Outcome(long requests, long others, double seconds, double serverCpu, long[] latencies) {

        double perSecond() {
            return requests / seconds;
        }

        double perCoreSecond() {
            return requests / serverCpu;
        }

        double millis(double share) {
            return latencies.length == 0 ? 0 : latencies[(int) (share * (latencies.length - 1))] / 1e6;
        }
    }

    private final int port;
    private final byte[] request;
    private final boolean keepAlive;

    HttpLoad(int port, String path, String body, boolean keepAlive) {
        this.port = port;
        this.keepAlive = keepAlive;
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nContent-Type: application/json\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\n"
                        + "User-Agent: load\r\nContent-Length: " + bytes.length + "\r\n"
                        + (keepAlive ? "" : "Connection: close\r\n") + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.request = Arrays.copyOf(head, head.length + bytes.length);
        System.arraycopy(bytes, 0, request, head.length, bytes.length);
    }

    /**
     * Loads a server for a time.
     *
     * @param perSecond how many requests to send in a second; 0 for as many as there are answers
     */
    Outcome run(ProcessHandle server, int connections, double seconds, double perSecond) throws InterruptedException {
        AtomicLong good = new AtomicLong();
        AtomicLong others = new AtomicLong();
        List<long[]> latencies = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        double cpu = BenchmarkClock.cpuSeconds(server);
        long began = System.nanoTime();
        long until = began + (long) (seconds * 1e9);
        long pause = perSecond == 0 ? 0 : (long) (connections * 1e9 / perSecond);
        for (int i = 0; i < connections; i++) {
            long first = began + pause * i / connections;
            threads.add(Thread.ofPlatform().start(() -> {
                long[] own = client(until, first, pause, good, others);
                synchronized (latencies) {
                    latencies.add(own);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double took = (System.nanoTime() - began) / 1e9;
        long[] all = latencies.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return new Outcome(good.get(), others.get(), took, BenchmarkClock.cpuSeconds(server) - cpu, all);
    }

    private long[] client(long until, long first, long pause, AtomicLong good, AtomicLong others) {
        long[] latencies = new long[1024];
        int count = 0;
        long next = first;
        Socket socket = null;
        InputStream in = InputStream.nullInputStream();
        try {
            while (System.nanoTime() - until < 0) {
                long wait = next - System.nanoTime();
                if (pause > 0 && wait > 0) {
                    Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                }
                // What waited for a late answer is late, too.
                long sent = pause > 0 ? next : System.nanoTime();
                next += pause;
                if (socket == null) {
                    socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
                    socket.setTcpNoDelay(true);
                    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
                }
                socket.getOutputStream().write(request);
                boolean ok = answer(in);
                (ok ? good : others).incrementAndGet();
                if (count == latencies.length) {
                    latencies = Arrays.copyOf(latencies, count * 2);
                }
                latencies[count++] = System.nanoTime() - sent;
                if (!keepAlive) {
                    socket.close();
                    socket = null;
                }
            }
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            others.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Arrays.copyOf(latencies, count);
    }

    /** Reads an answer; true if it is 200. */
    private static boolean answer(InputStream in) throws IOException {
        String status = line(in);
        long length = -1;
        boolean chunked = false;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).strip());
            }
            chunked |= lower.equals("transfer-encoding: chunked");
        }
        if (chunked) {
            long size;
            while ((size = Long.parseLong(line(in), 16)) > 0) {
                in.skipNBytes(size + 2);
            }
            line(in);
        } else {
            in.skipNBytes(Math.max(0, length));
        }
        return status.contains(" 200 ");
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder out = new StringBuilder(64);
        int c;
        while ((c = in.read()) != '\n') {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                out.append((char) c);
            }
        }
        return out.toString();
    }

    /** A server in a process of its own, on a free port of loopback. */
    record Server(Process process, int port) implements AutoCloseable {

        private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)");

        /** {@code guerdon serve} with the classes of this program. */
        static Server guerdon(String... options) throws IOException {
            List<String> command = BenchmarkClock.java(
                    "-Xmx512m", "--enable-native-access=ALL-UNNAMED", "dev.guerdon.cli.Main", "serve", "--port", "0");
            command.addAll(Arrays.asList(options));
            return start(command, "serving ");
        }

        /** Returns a script that serves and says where, with the interpreter of a virtual environment that has what it needs. */
        static Server python(String python, Path script) throws IOException {
            return start(List.of(python, script.toString()), "serving ");
        }

        private static Server start(List<String> command, String word) throws IOException {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            BufferedReader lines = process.inputReader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher address = ADDRESS.matcher(line);
                if (line.startsWith(word) && address.find()) {
                    Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(ignored -> {}));
                    return new Server(process, Integer.parseInt(address.group(1)));
                }
            }
            throw new IOException(command.getFirst() + " ended before it served");
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            try {
                if (!process.waitFor(40, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
