package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/protocols/stdio.md shows, tried with {@code guerdon serve --stdio}: the exchange, byte by byte, and the client. */
@Timeout(240)
class StdioPageTest {

    private static final int HEAD = "00 00 00 00 00 00 00 00 00".length();

    private static List<DocBlock> blocks(String info) throws IOException {
        return DocBlock.of(Checkout.REAL.resolve("docs/protocols/stdio.md")).stream()
                .filter(block -> block.info().equals(info))
                .toList();
    }

    /** The frames of a block that shows the first bytes of each as numbers, and the rest as text. */
    private static List<byte[]> frames(DocBlock block) {
        List<byte[]> frames = new ArrayList<>();
        List<String> payload = new ArrayList<>();
        String head = "";
        for (String line :
                Stream.concat(block.lines().stream(), Stream.of("00")).toList()) {
            if (!line.startsWith(" ")) {
                if (!head.isEmpty()) {
                    frames.add(frame(head, payload));
                }
                head = line.length() < HEAD ? "" : line.substring(0, HEAD);
                payload.clear();
            }
            int at = line.indexOf('{');
            if (at >= 0) {
                payload.add(line.substring(at));
            }
        }
        return frames;
    }

    private static byte[] frame(String head, List<String> payload) {
        byte[] first = HexFormat.ofDelimiter(" ").parseHex(head);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(first);
        // Answers to batches end with a line end; everything else has none.
        String text = String.join("\n", payload) + (first[4] == 'D' ? "\n" : "");
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        assertThat(out.size() - 4).as("the length of %s", text).isEqualTo(first[3] & 0xff);
        return out.toByteArray();
    }

    @Test
    void exchangeIsAsThePageShowsIt() throws Exception {
        List<DocBlock> both = blocks("text picture");
        Process engine = new ProcessBuilder(Child.command("serve", "--stdio"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            for (byte[] frame : frames(both.getFirst())) {
                // The process that the page names is not there, and may be somebody else's.
                if (frame[4] == 'H') {
                    new EngineFrame((byte) 'H', 0, "{\"protocol\":[1,1]}".getBytes(StandardCharsets.UTF_8))
                            .write(engine.getOutputStream());
                } else {
                    engine.getOutputStream().write(frame);
                    engine.getOutputStream().flush();
                }
            }
            InputStream in = engine.getInputStream();
            List<byte[]> shown = frames(both.get(1));
            EngineFrame hello = EngineFrame.read(in);
            assertThat(hello).isNotNull();
            Map<String, ?> said = JsonCodec.read(hello.payload(), "").asMap();
            String page = new String(shown.getFirst(), 9, shown.getFirst().length - 9, StandardCharsets.UTF_8);
            assertThat(said.keySet()).isEqualTo(JsonCodec.read(page, "").asMap().keySet());
            EngineFrame done = EngineFrame.read(in);
            assertThat(done).isNotNull();
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            done.write(written);
            assertThat(written.toByteArray()).isEqualTo(shown.get(1));
            engine.getOutputStream().close();
            assertThat(engine.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(engine.exitValue()).isZero();
        } finally {
            engine.destroyForcibly();
        }
    }

    @Test
    void clientOfThePageWorks(@TempDir Path folder) throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "python3"))),
                "a Python to run the client");
        DocBlock client = blocks("python elsewhere").getFirst();
        assertThat(client.lines()).hasSizeLessThanOrEqualTo(40);
        List<String> command = new ArrayList<>();
        command.add("python3");
        command.add(
                Files.writeString(folder.resolve("client.py"), client.text()).toString());
        command.addAll(Child.command("serve", "--stdio"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("1.0\n0.0\n");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void serveNeedsToKnowHow() {
        assertThat(Cli.run("serve").err()).contains("--stdio");
        assertThat(Cli.run("serve", "--stdio", "--threads", "0").err()).contains("--threads");
    }
}
