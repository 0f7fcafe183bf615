package dev.guerdon.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.ToolCall;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose every text holds what looks like a secret: no page and no file of the viewer shows one, and every page is still found. */
class HiddenSecretsTest {

    /** The secrets themselves, and texts around them. */
    private static final Map<String, String> SECRETS = new LinkedHashMap<>();

    static {
        SECRETS.put("wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", "aws_secret_access_key = %s");
        SECRETS.put("sidvaluealpha77", "Cookie: sid=%s; theme=dark");
        SECRETS.put("hunter2hunter2", "{\"password\": \"%s\"}");
        SECRETS.put("pwofbravo9", "https://user:%s@host/path");
        SECRETS.put("fw_3ZjhdkPgEpEiHz4pNxgHvPpj", "key <b>%s</b> & more");
        SECRETS.put("sk-charlie1234567890abcdef", "%s");
    }

    private static final Pattern LINK = Pattern.compile("(?:href|src|action)=\"([^\"#]+)");

    @TempDir
    Path folder;

    private static String all() {
        StringBuilder all = new StringBuilder("begin ");
        SECRETS.forEach((secret, around) -> all.append(around.formatted(secret)).append(" \n"));
        return all.append("end").toString();
    }

    private static String store(RunStore store, double reward) {
        List<String> tasks = List.of("sk-delta1234567890abcdef", "plain \u001b[31m\u009bid");
        RunInfo info = new RunInfo(
                "",
                all(),
                new RunInfo.Setup("suite", "agent", "model", "reward", Map.of("system", all()), tasks, 1, 7, 30),
                RunInfo.Progress.since(SampleRuns.START),
                RunInfo.Origin.UNKNOWN);
        try (RunWriter writer = store.create(info)) {
            for (String task : tasks) {
                Map<String, @Nullable Object> extras = new LinkedHashMap<>();
                extras.put("said", all());
                extras.put("sk-echo1234567890abcdef", 0.5);
                Turn turn = Turn.builder()
                        .prompt(all())
                        .reply(all())
                        .action("fill(" + all() + ")")
                        .observation(all())
                        .reward(0.5)
                        .error(all())
                        .info(Map.of("url", "https://user:pwofbravo9@host/path", "page_text", all()))
                        .build();
                writer.add(
                        new Episode(
                                task,
                                0,
                                1,
                                all(),
                                all(),
                                new Score.Scored(new RewardResult(reward, extras)),
                                new Episode.Ending(FinishReason.MODEL_FAILED, false, all(), all()),
                                new Episode.Effort(1, Usage.NONE, SampleRuns.START, Duration.ofSeconds(1))),
                        new EpisodeDetail(
                                Task.of(task, all(), Map.of("answer", all())),
                                Trajectory.of(List.of(
                                        Message.user(all()),
                                        Message.assistant(
                                                all(),
                                                List.of(new ToolCall("c", "fill", Map.of("password", all()), ""))))),
                                List.of(turn),
                                Optional.empty()));
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    private static void assertHidden(String where, String text) {
        for (String form : List.of(text, URLDecoder.decode(text.replace("%", "%25"), StandardCharsets.UTF_8))) {
            Stream.concat(SECRETS.keySet().stream(), Stream.of("sk-delta1234567890abcdef", "sk-echo1234567890abcdef"))
                    .forEach(secret ->
                            assertThat(form).as(where).doesNotContain(secret.substring(0, secret.length() - 2)));
        }
    }

    @Test
    @Tag("slow")
    void noPageOfTheServerShowsOne() throws Exception {
        RunStore store = new RunStore(folder.resolve("runs"));
        String base = store(store, 0);
        String candidate = store(store, 1);
        Deque<String> open = new ArrayDeque<>(List.of(
                "/",
                "/runs/" + base + "/rows?columns=task,domain,said,error",
                "/compare?base=" + base + "&candidate=" + candidate));
        for (String format : List.of("csv", "json", "jsonl")) {
            open.add("/runs/" + base + "/export?format=" + format);
        }
        Set<String> seen = new HashSet<>(open);
        List<String> statuses = new ArrayList<>();
        try (ViewerForTests viewer = ViewerForTests.of(store, false);
                HttpClient client = HttpClient.newHttpClient()) {
            while (!open.isEmpty() && seen.size() < 1500) {
                String path = open.removeFirst();
                var answer = client.send(
                        HttpRequest.newBuilder(URI.create(viewer.url(path))).build(), BodyHandlers.ofByteArray());
                String text = new String(answer.body(), StandardCharsets.UTF_8);
                assertHidden(path, text);
                assertHidden(path, answer.headers().map().toString());
                statuses.add(answer.statusCode() + " " + path);
                if (path.equals("/runs/" + base + "/export?format=csv")) { // with a filter, there may be no row
                    assertThat(text).contains("\\u001b[31m\\u009bid");
                    assertThat(text.chars()
                                    .filter(c -> c < ' ' && c != '\r' && c != '\n')
                                    .count())
                            .isZero();
                }
                Matcher links = LINK.matcher(text);
                while (links.find()) {
                    String link = links.group(1).replace("&amp;", "&");
                    if (link.startsWith("/")
                            && !link.startsWith("/rewards/") // about a hundred pages that show no run
                            && !link.endsWith("/live")
                            && !link.contains("/assets/")
                            && seen.add(link)) {
                        open.add(link);
                    }
                }
            }
        }
        assertThat(statuses)
                .anyMatch(each -> each.contains("/episode?task=%7E"))
                .anyMatch(each -> each.contains("/chat?task=%7E"))
                .anyMatch(each -> each.contains("/traces?"))
                .filteredOn(each -> each.contains("task="))
                .allMatch(each -> each.startsWith("200"));
    }

    @Test
    void noFileOfABundleShowsOneNorHasItAsItsName() throws IOException {
        RunStore store = new RunStore(folder.resolve("runs"));
        store(store, 0);
        store(store, 1);
        Path bundle = folder.resolve("bundle");
        ViewerBundle.write(store, Registry.discover(), List.of(), bundle);
        try (Stream<Path> files = Files.walk(bundle)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertHidden("the name", bundle.relativize(file).toString());
                assertHidden(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(bundle.resolve("index.html")).exists();
    }
}
