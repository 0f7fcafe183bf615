package dev.guerdon.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the pages of the recordings, and pages of the tests' own, on this machine. */
public final class PageServer implements AutoCloseable {

    /** Where the recordings were made, and where nothing was then. */
    private static final int RECORDED_PORT = 18999;

    private static final int RECORDED_CLOSED_PORT = 18998;

    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "json", "application/json", "js", "text/javascript", "txt", "text/plain");

    private final HttpServer server;
    private final Socket closed = new Socket();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();

    /** Answers a request. */
    @FunctionalInterface
    public interface Page {
        String answer(HttpExchange exchange) throws Exception;
    }

    public PageServer() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(here, 0), 0);
        // Taken, so that nobody else gets it, but nobody listens: a connection is refused.
        closed.bind(new InetSocketAddress(here, 0));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + "/" + path;
    }

    /** A recorded text with the addresses that the pages have here. */
    String here(String recorded) {
        return recorded.replace(":" + RECORDED_PORT, ":" + port())
                .replace(":" + RECORDED_CLOSED_PORT, ":" + closed.getLocalPort());
    }

    public void page(String path, Page page) {
        pages.put("/" + path, page);
    }

    public void page(String path, String html) {
        page(path, exchange -> html);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Page page = pages.get(path);
            Path file =
                    Vectors.folder().resolve("pages").resolve(path.substring(1)).normalize();
            String ending = path.substring(path.lastIndexOf('.') + 1);
            if (page != null) {
                String type = TYPES.getOrDefault(ending, "text/html");
                send(exchange, 200, type, page.answer(exchange).getBytes(StandardCharsets.UTF_8));
            } else if (Files.isRegularFile(file)) {
                String text = here(Files.readString(file));
                send(exchange, 200, TYPES.getOrDefault(ending, "text/plain"), text.getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, 404, "text/plain", "not found".getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        closed.close();
        threads.shutdownNow();
    }
}
