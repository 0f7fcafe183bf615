package dev.guerdon.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Assumptions;

/** The API server of Kubernetes and its database, as processes on the loopback address. There are no nodes: {@link PodProcesses} runs the pods. */
final class Kubernetes implements AutoCloseable {

    /** Names a folder with the programs, where they are not on the path. */
    private static final String VARIABLE = "GUERDON_KUBERNETES";

    private static final long PATIENCE_MINUTES = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String token = Long.toHexString(System.nanoTime());
    private String address = "";
    private HttpClient client = HttpClient.newHttpClient();

    private Kubernetes(Path folder) {
        this.folder = folder;
    }

    /** Starts it; a test that asks is skipped where its programs are not at hand. */
    static Kubernetes start(Path folder) throws IOException, InterruptedException {
        Path database = program("etcd");
        Path server = program("kube-apiserver");
        Kubernetes kubernetes = new Kubernetes(folder);
        try {
            kubernetes.open(database, server);
        } catch (RuntimeException | IOException | InterruptedException | Error e) {
            kubernetes.close();
            throw e;
        }
        return kubernetes;
    }

    private static Path program(String name) {
        String folders = System.getenv().getOrDefault(VARIABLE, "")
                + File.pathSeparator
                + System.getenv().get("PATH");
        List<Path> found = Stream.of(folders.split(File.pathSeparator, -1))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each, name))
                .filter(Files::isExecutable)
                .toList();
        Assumptions.assumeFalse(
                found.isEmpty(), () -> name + " of Kubernetes is not installed; " + VARIABLE + " names its folder");
        return found.getFirst();
    }

    private void open(Path etcd, Path apiServer) throws IOException, InterruptedException {
        String store = "http://127.0.0.1:" + freePort();
        String peers = "http://127.0.0.1:" + freePort();
        run(
                "etcd.log",
                etcd.toString(),
                "--data-dir",
                folder.resolve("etcd").toString(),
                "--listen-client-urls",
                store,
                "--advertise-client-urls",
                store,
                "--listen-peer-urls",
                peers,
                "--initial-advertise-peer-urls",
                peers,
                "--initial-cluster",
                "default=" + peers);
        int port = freePort();
        Path key = writeKey();
        Path tokens = Files.writeString(folder.resolve("tokens.csv"), token + ",tester,tester,system:masters\n");
        Path certificates = Files.createDirectory(folder.resolve("certificates"));
        run(
                "api-server.log",
                apiServer.toString(),
                "--etcd-servers=" + store,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + certificates,
                "--token-auth-file=" + tokens,
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://127.0.0.1",
                "--service-account-key-file=" + key,
                "--service-account-signing-key-file=" + key,
                // What makes accounts is the controller, which is not here.
                "--disable-admission-plugins=ServiceAccount");
        address = "https://127.0.0.1:" + port;
        await(certificates.resolve("apiserver.crt"));
    }

    private void run(String log, String... command) throws IOException {
        processes.add(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log).toFile())
                .start());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Path writeKey() throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return Files.writeString(
                    folder.resolve("accounts.key"),
                    "-----BEGIN PRIVATE KEY-----\n"
                            + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                    .encodeToString(generator
                                            .generateKeyPair()
                                            .getPrivate()
                                            .getEncoded())
                            + "\n-----END PRIVATE KEY-----\n");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void await(Path certificate) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE_MINUTES);
        while (!isReady(certificate)) {
            if (!processes.stream().allMatch(Process::isAlive) || System.nanoTime() > end) {
                throw new IllegalStateException("Kubernetes did not start; the log of its server:\n"
                        + Files.readString(folder.resolve("api-server.log")));
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private boolean isReady(Path certificate) throws InterruptedException {
        try {
            if (Files.notExists(certificate)) {
                return false;
            }
            client = clientThatTrusts(certificate);
            Files.writeString(kubeconfig(), """
                    apiVersion: v1
                    kind: Config
                    clusters:
                    - {name: here, cluster: {server: "%s", certificate-authority: "%s"}}
                    users:
                    - {name: tester, user: {token: "%s"}}
                    contexts:
                    - {name: here, context: {cluster: here, user: tester}}
                    current-context: here
                    """.formatted(address, certificate, token));
            return get("/api/v1/namespaces/default").path("kind").asText().equals("Namespace");
        } catch (IOException e) {
            return false; // not yet
        }
    }

    private static HttpClient clientThatTrusts(Path certificate) throws IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("server" + count++, each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Where its API is. */
    String address() {
        return address;
    }

    /** Says to clients where it is and who they are, as {@code KUBECONFIG} names it. */
    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send("GET", path, "application/json", "");
    }

    JsonNode send(String method, String path, String type, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", type)
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        processes.reversed().forEach(Process::destroyForcibly);
    }
}
