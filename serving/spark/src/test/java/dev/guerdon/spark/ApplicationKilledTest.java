package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.ClusterJob;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that somebody kills at the master: everybody who waits for a piece is told so, and whoever comes later, too. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class ApplicationKilledTest {

    @TempDir
    Path folder;

    private final List<String> told = new CopyOnWriteArrayList<>();

    private final Receiver receiver = new Receiver() {
        @Override
        public void done(int piece, byte[] result) {
            told.add("done");
        }

        @Override
        public void failed(int piece, Failure reason) {
            told.add(reason.cause() + ": " + reason.message());
        }
    };

    private static Cluster.Piece piece(String text) {
        return new Cluster.Piece(text.getBytes(StandardCharsets.UTF_8), List.of());
    }

    @Test
    void isToldToWhoWaitsAndToWhoComesLater() throws IOException, InterruptedException {
        LocalSession.stop();
        Path jar = StandIn.jar(Files.createDirectories(folder.resolve("jar")));
        Path waiting = Files.createDirectories(folder.resolve("waiting"));
        try (SparkProcesses processes =
                        SparkProcesses.start(folder, System.getProperty("java.class.path"), 1, 1, "1g");
                Cluster cluster = new SparkProvider()
                        .open(
                                processes.address(),
                                "test",
                                Map.of("spark.jars", jar.toUri().toString(), "spark.executor.memory", "512m"),
                                0,
                                notice -> {})) {
            try (Cluster.Work work = cluster.begin(new ClusterJob(new byte[0], Map.of()))) {
                work.submit(List.of(piece("wait " + waiting + "/"), piece("b")), receiver);
                while (waiting.toFile().list().length == 0) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                SparkContext context = SparkContext.getOrCreate();
                kill(processes.page(), context.applicationId());
                awaitTwo(told);
                assertThat(told).hasSize(2).allMatch(each -> each.matches("(ABANDONED|CANCELLED): .*"));
                while (!context.isStopped()) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                told.clear();
                work.submit(List.of(piece("a"), piece("b")), receiver);
                awaitTwo(told);
                assertThat(told).hasSize(2).allMatch(each -> each.matches("CANCELLED: .*removed our application.*"));
                assertThat(cluster.slots()).isEqualTo(1);
            }
        }
    }

    private static void awaitTwo(List<String> told) throws InterruptedException {
        while (told.size() < 2) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static void kill(String page, String application) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(page + "/app/kill/?terminate=true&id=" + application))
                            .POST(HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(400);
        }
    }
}
