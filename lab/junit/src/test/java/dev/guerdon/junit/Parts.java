package dev.guerdon.junit;

import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.net.httpserver.HttpServer;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.browser.driver.InstalledPrograms;
import dev.guerdon.scienceworld.JarLocation;
import dev.guerdon.scienceworld.ScienceworldSetup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Parts that a machine may lack: a test that needs one runs, or is skipped with one line. */
public final class Parts {

    private Parts() {}

    public static void chromium() {
        require(
                "the tests that drive a browser",
                () -> InstalledPrograms.thisOne().requireChromium());
    }

    /** The official jar where the command itself finds it, put there where that is allowed. */
    public static void scienceworld() {
        if (JarLocation.ofThisProcess().find(null).isPresent()) {
            return;
        }
        if ("no".equals(System.getenv("GUERDON_INSTALL"))) {
            abort("skipped: ScienceWorld's jar is not in the cache, and GUERDON_INSTALL=no forbids to put it there");
        }
        Path here = Path.of(
                        System.getProperty("guerdon.root", ".."), "../shared/data/scienceworld/scienceworld-1.3.0.jar")
                .normalize();
        require(
                "the tests on ScienceWorld's jar",
                () -> ScienceworldSetup.setup(Files.isRegularFile(here) ? here : null, System.err::println));
    }

    private static void require(String tests, Runnable part) {
        try {
            part.run();
        } catch (GuerdonException e) {
            abort("skipped: " + tests + "; " + e.getMessage());
        }
    }

    /** A server of this machine whose every page is {@code html}. */
    public static HttpServer pages(String html) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = html.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }
}
