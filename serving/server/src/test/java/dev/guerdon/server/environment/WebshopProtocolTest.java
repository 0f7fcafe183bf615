package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.webshop.WebshopProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WebshopProtocolTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern PRODUCT = Pattern.compile("class=\"product-link\" href=\"([^\"]+)\">([A-Z0-9]{10})<");

    @SuppressWarnings("NullAway.Init")
    private static GuerdonServer server;

    @BeforeAll
    static void start() {
        Endpoints endpoints = EnvironmentProtocols.WEBSHOP.open(new WebshopProvider(), Map.of());
        server = GuerdonServer.start(endpoints, "127.0.0.1", 0, null);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String path) throws Exception {
        return CLIENT.send(request.uri(URI.create(server.url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(), path);
    }

    /** Sends a request line as it is; AgentFly's client leaves characters unencoded that Java's refuses to send. */
    private static String raw(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                                    + "\r\nAccept: */*\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            Matcher length = Pattern.compile("(?i)content-length: *([0-9]+)").matcher(head);
            assertThat(length.find()).as("%s", head).isTrue();
            byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
            return head + new String(body, StandardCharsets.UTF_8);
        }
    }

    @Test
    void isHealthy() throws Exception {
        assertThat(get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
    }

    @Test
    void anEpisodeAsAgentFlysClientPlaysIt() throws Exception {
        assertThat(raw("/index/0")).startsWith("HTTP/1.1 200").contains("id=\"search_input\"");
        String results = raw("/search_results/0/gluten%20free%20protein%20bars/1");
        Matcher product = PRODUCT.matcher(results);
        assertThat(product.find()).isTrue();
        String asin = product.group(2);
        String keywords = "['gluten',%20'free',%20'protein',%20'bars']";
        assertThat(raw("/search_results/0/" + keywords + "/2")).startsWith("HTTP/1.1 200");
        assertThat(raw("/item_page/0/" + asin + "/" + keywords + "/1/%7B%7D"))
                .startsWith("HTTP/1.1 200")
                .contains("Buy Now");
        assertThat(raw("/item_page/0/" + asin + "/" + keywords + "/1/%7B'color':%20'charcoal%20|%20grey'%7D"))
                .startsWith("HTTP/1.1 200");
        assertThat(raw("/item_sub_page/0/" + asin + "/" + keywords + "/1/Features/%7B%7D"))
                .startsWith("HTTP/1.1 200")
                .contains("<h3>Features</h3>");
        String done = raw("/done/0/" + asin + "/%7B%7D?task_id=0");
        assertThat(done).startsWith("HTTP/1.1 200").contains("application/json");
        Json bought = JsonCodec.read(done.substring(done.indexOf("\r\n\r\n{") + 4), "the answer");
        assertThat(bought.get("status_code").asInt()).isEqualTo(200);
        assertThat(bought.get("reward").asDouble()).isBetween(0.0, 1.0);
        assertThat(bought.get("observation").asString()).contains("Thank you for shopping with us!");
    }

    @Test
    void failsWithTheStatusesOfTheReferenceAndSaysWhy() throws Exception {
        assertThat(get("/index/999999").statusCode()).isEqualTo(500);
        assertThat(JsonCodec.read(get("/index/999999").body(), "the answer")
                        .get("detail")
                        .asString())
                .contains("999999");
        assertThat(get("/search_results/stranger/tea/1").body()).contains("stranger", "begin at /index/");
        assertThat(get("/search_results/stranger/tea/1").statusCode()).isEqualTo(500);
        assertThat(get("/nowhere").statusCode()).isEqualTo(404);
        get("/index/1");
        assertThat(get("/search_results/1/tea/one").statusCode()).isEqualTo(422);
        assertThat(get("/done/1/B000000000/%7B%7D").statusCode()).isEqualTo(500);
    }

    @Test
    void aPersonSearchesAndBuys() throws Exception {
        HttpResponse<String> home = get("/");
        assertThat(home.statusCode()).isEqualTo(307);
        String start = home.headers().firstValue("location").orElseThrow();
        assertThat(start).matches("/index/[a-z]{10}");
        assertThat(get(start).statusCode()).isEqualTo(200);
        HttpRequest.Builder search = HttpRequest.newBuilder()
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "session_id=" + start.substring(7) + "&search_query=Men%27s+shirt%2Fslim"));
        HttpResponse<String> searched = send(search, "/");
        assertThat(searched.statusCode()).isEqualTo(303);
        HttpResponse<String> results =
                get(searched.headers().firstValue("location").orElseThrow());
        Matcher product = PRODUCT.matcher(results.body());
        assertThat(product.find()).isTrue();
        HttpResponse<String> item = get(product.group(1).replace("&#39;", "'"));
        assertThat(item.statusCode()).isEqualTo(200);
        Matcher buy = Pattern.compile("action=\"(/done/[^\"]+)\"").matcher(item.body());
        assertThat(buy.find()).isTrue();
        HttpResponse<String> done = send(
                HttpRequest.newBuilder()
                        .header("Accept", "text/html,application/xhtml+xml")
                        .POST(HttpRequest.BodyPublishers.noBody()),
                buy.group(1).replace("&#39;", "'"));
        assertThat(done.headers().firstValue("content-type").orElse("")).startsWith("text/html");
        assertThat(done.body()).contains("Thank you for shopping with us!", "r_type");
    }

    @Test
    void servesStyleAndPictures() throws Exception {
        assertThat(get("/static/style.css").headers().firstValue("content-type").orElse(""))
                .startsWith("text/css");
        assertThat(get("/static/images/B0G0000ABC.svg").body()).startsWith("<svg");
        assertThat(get("/static/../../etc/passwd").statusCode()).isEqualTo(404);
    }

    @Test
    void inCompatModeItFailsAsTheReferenceDoes() throws Exception {
        Endpoints endpoints = EnvironmentProtocols.WEBSHOP.open(new WebshopProvider(), Map.of("compat", "agentfly"));
        try (GuerdonServer old = GuerdonServer.start(endpoints, "127.0.0.1", 0, null)) {
            HttpResponse<String> failed = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(old.url() + "/index/999999"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(failed.body()).isEqualTo("Internal Server Error");
        }
    }
}
