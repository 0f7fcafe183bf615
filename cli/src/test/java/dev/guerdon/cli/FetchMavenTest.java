package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guerdon.cli.Checkout.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which repository {@code bin/FetchMaven.java} chooses, and what it lets pass. */
@Tag("slow")
class FetchMavenTest {

    private static final String MAVEN = "/org/apache/maven/apache-maven/1.2.3/apache-maven-1.2.3-bin.zip";
    private static final byte[] BYTES = "as good as Maven".getBytes(StandardCharsets.UTF_8);
    private static final int NO_REPOSITORY = 3;

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();
    private HttpServer server;
    private String address;
    private String host;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/good", exchange -> answer(exchange, 200, BYTES));
        server.createContext(
                "/bad", exchange -> answer(exchange, 200, "something else".getBytes(StandardCharsets.UTF_8)));
        server.createContext("/closed", exchange -> {
            String expected = Base64.getEncoder().encodeToString("reader:open sesame".getBytes(StandardCharsets.UTF_8));
            boolean known =
                    ("Basic " + expected).equals(exchange.getRequestHeaders().getFirst("Authorization"));
            answer(exchange, known ? 200 : 401, BYTES);
        });
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/good" + MAVEN);
            answer(exchange, 302, new byte[0]);
        });
        // What a proxy is asked for has a whole address.
        server.createContext("/", exchange -> {
            boolean asked = exchange.getRequestURI().toString().equals("http://repository.invalid/x" + MAVEN);
            answer(exchange, asked ? 200 : 404, BYTES);
        });
        server.start();
        host = server.getAddress().getHostString();
        address = "http://" + host + ":" + server.getAddress().getPort();
        environment.put("GUERDON_MAVEN_PREFIX", folder.resolve("system").toString());
        for (String each : List.of("MAVEN_HOME", "M2_HOME", "MAVEN_ARGS", "MAVEN_OPTS", "GUERDON_MAVEN_REPOSITORY")) {
            environment.put(each, "");
        }
        for (String each : List.of("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY")) {
            environment.put(each, "");
        }
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void mirrorOfTheUsersSettingsServes() throws IOException {
        environment.put("WHERE", address);
        settings(mirror("others", "*,!central", address + "/bad") + mirror("all", "external:*", "${env.WHERE}/good"));
        Result result = fetch();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("fetching Maven 1.2.3 from " + address + "/good into ");
        assertThat(fetched()).hasBinaryContent(BYTES);
    }

    @Test
    void mirrorThatNamesCentralComesBeforeOneForAll() throws IOException {
        settings(mirror("all", "*", address + "/bad") + mirror("central", "central", address + "/moved"));
        Result result = fetch();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(fetched()).hasBinaryContent(BYTES);
    }

    @Test
    void otherBytesAreRefusedAndNotKept() throws IOException {
        settings(mirror("all", "*", address + "/bad"));
        Result result = fetch();
        assertThat(result.exitCode()).isOne();
        assertThat(result.err())
                .hasLineCount(1)
                .contains("is not what was expected")
                .contains("SHA-512")
                .contains("not used");
        try (var files = Files.list(folder.resolve("new"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void serverOfTheSettingsGetsItsPasswordAndNobodyReadsIt() throws IOException {
        settings(
                mirror("inside", "*", address + "/closed")
                        + "<servers><server><id>inside</id><username>reader</username><password>open sesame</password></server></servers>");
        assertThat(fetch().exitCode()).isZero();

        Files.delete(fetched());
        settings("");
        environment.put("GUERDON_MAVEN_REPOSITORY", address.replace("//", "//reader:open%20sesame@") + "/closed/");
        Result named = fetch();
        assertThat(named.exitCode()).as(named.err()).isZero();
        assertThat(named.out() + named.err()).doesNotContain("sesame");
        assertThat(fetched()).hasBinaryContent(BYTES);
    }

    @Test
    void missingOrEncryptedPasswordIsSaid() throws IOException {
        settings(mirror("inside", "*", address + "/closed"));
        assertThat(fetch().err()).contains("status: 401");
        settings(
                mirror("inside", "*", address + "/closed")
                        + "<servers><server><id>inside</id><username>reader</username><password>{abc=}</password></server></servers>");
        Result result = fetch();
        assertThat(result.exitCode()).isOne();
        assertThat(result.err()).contains("encrypted").contains("install Maven");
    }

    @Test
    void proxyOfTheSettingsIsUsed() throws IOException {
        settings(mirror("outside", "*", "http://repository.invalid/x")
                + "<proxies><proxy><active>true</active><host>%s</host><port>%d</port><nonProxyHosts>*.inside</nonProxyHosts></proxy></proxies>"
                        .formatted(host, server.getAddress().getPort()));
        Result result = fetch();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(fetched()).hasBinaryContent(BYTES);
    }

    @Test
    void settingsNamedForMavenHold() throws IOException {
        settings(mirror("all", "*", address + "/bad"));
        Path other = Files.writeString(
                folder.resolve("other.xml"), "<settings>" + mirror("all", "*", address + "/good") + "</settings>");
        environment.put("MAVEN_ARGS", "-q -s " + other);
        Result result = fetch();
        assertThat(result.exitCode()).as(result.err()).isZero();
        environment.put("MAVEN_ARGS", "--settings=" + folder.resolve("nowhere.xml"));
        assertThat(fetch().err()).contains("nowhere.xml").contains("cannot be read");
    }

    @Test
    void blockedMirrorBlocks() throws IOException {
        settings(
                "<mirrors><mirror><id>wall</id><mirrorOf>*</mirrorOf><url>%s/good</url><blocked>true</blocked></mirror></mirrors>"
                        .formatted(address));
        Result result = fetch();
        assertThat(result.exitCode()).isOne();
        assertThat(result.err()).contains("'wall'").contains("blocks");
        assertThat(fetched()).doesNotExist();
    }

    @Test
    void withoutAnyAddressOneSentenceSaysWhatToDo() {
        Result result = fetch();
        assertThat(result.exitCode()).isEqualTo(NO_REPOSITORY);
        assertThat(result.err())
                .hasLineCount(1)
                .contains("install Maven")
                .contains("settings.xml")
                .contains("GUERDON_MAVEN_REPOSITORY");
    }

    @Test
    void libraryOfMavenKnowsTheAddress() throws IOException {
        Path jar = folder.resolve("system/usr/share/java/maven3-model-builder.jar");
        Files.createDirectories(folder.resolve("system/usr/share/java"));
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("org/apache/maven/model/pom-4.0.0.xml"));
            out.write(
                    "<project><repositories><repository><id>central</id><url>%s/good</url></repository></repositories></project>"
                            .formatted(address)
                            .getBytes(StandardCharsets.UTF_8));
        }
        Result result = fetch();
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(fetched()).hasBinaryContent(BYTES);
    }

    private static String mirror(String id, String of, String url) {
        return "<mirrors><mirror><id>%s</id><mirrorOf>%s</mirrorOf><url>%s</url></mirror></mirrors>"
                .formatted(id, of, url);
    }

    private void settings(String content) throws IOException {
        Files.createDirectories(folder.resolve("home/.m2"));
        Files.writeString(folder.resolve("home/.m2/settings.xml"), "<settings>" + content + "</settings>");
    }

    private Path fetched() {
        return folder.resolve("new/maven.zip");
    }

    private Result fetch() {
        try {
            Files.createDirectories(folder.resolve("new"));
            String sha512 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-512").digest(BYTES));
            List<String> command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Duser.home=" + folder.resolve("home"),
                    Checkout.REAL.resolve("bin/FetchMaven.java").toString(),
                    "1.2.3",
                    sha512,
                    fetched().toString());
            return Checkout.run(folder, environment, command);
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
