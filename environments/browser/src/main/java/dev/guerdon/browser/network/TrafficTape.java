package dev.guerdon.browser.network;

import dev.guerdon.core.base.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Recording of traffic, replay of it, or both: then the replayed answers are recorded again. Safe for many threads.
 *
 * @param reader finds recorded answers; null where nothing is replayed
 * @param folder where they come from
 * @param writer keeps answers; null where nothing is recorded
 * @param hasPages whether this holds for what browsers load, too
 */
record TrafficTape(
        @Nullable TapeReader reader,
        @Nullable Path folder,
        @Nullable TapeWriter writer,
        boolean hasPages) {

    /** Returns whether answers come from the recording and from nowhere else. */
    boolean replays() {
        return reader != null;
    }

    /** The recorded answer; empty if there is none. */
    Optional<Answer> find(Ask ask) {
        Optional<Answer> found = reader == null ? Optional.empty() : reader.find(ask);
        found.ifPresent(answer -> keep(ask, answer));
        return found;
    }

    /** Keeps an answer, where answers are recorded. */
    void keep(Ask ask, Answer answer) {
        if (writer != null) {
            writer.write(ask, answer);
        }
    }

    /** Says that a request was not recorded, for whoever made it. */
    String miss(Ask ask) {
        int size = reader == null ? 0 : reader.size();
        String held = size == 0 ? "which holds no HTTP traffic" : "which holds " + size + " requests";
        return ask.method() + " " + ask.url() + " was not recorded. This run replays "
                + (folder == null ? "a recording" : folder) + ", " + held
                + ", and asks nothing of the network. Record again to add it";
    }

    void close() {
        if (writer != null) {
            writer.close();
        }
    }

    /**
     * A request, as far as it decides about its answer.
     *
     * @param episode who asked: two repeats of a task are two episodes
     * @param source {@code fetch} for fetches of agents, {@code page} for what a browser loads, {@code gate} for judgements of addresses
     * @param method the method
     * @param url the whole address
     * @param body the hash of what was sent along; empty for nothing
     */
    record Ask(String episode, String source, String method, String url, String body) {

        static Ask fetch(String episode, String url) {
            return new Ask(episode, "fetch", "GET", url, "");
        }

        static Ask gate(String episode, String url) {
            return new Ask(episode, "gate", "CHECK", url, "");
        }

        static Ask page(String episode, String method, String url, byte[] body) {
            return new Ask(episode, "page", method, url, body.length == 0 ? "" : hash(body));
        }

        /** The name of some bytes. */
        static String hash(byte[] bytes) {
            MessageDigest digest = Sha256.digest();
            digest.update(bytes);
            return Sha256.hex(digest);
        }

        /** Returns what must agree, whoever asks. */
        String key() {
            return source + " " + method + " " + url + " " + body;
        }

        Ask at(String otherUrl) {
            return new Ask(episode, source, method, otherUrl, body);
        }
    }

    /**
     * Answer that came back.
     *
     * @param head the first line and the headers, or whatever stands in their place
     * @param body what followed
     * @param millis how long it took until the answer began
     * @param whole whether all of it came; an answer that nobody waited for is cut
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answer(List<String> head, byte[] body, long millis, boolean whole) {

        Answer {
            head = List.copyOf(head);
        }

        /** A page of our own that says one sentence to whoever looks at it. */
        static Answer page(int status, String phrase, String sentence) {
            String shown = sentence.replace("&", "&amp;").replace("<", "&lt;");
            String html = "<!doctype html><title>" + phrase + "</title><p>" + shown + ".</p>\n";
            List<String> head = List.of(
                    "HTTP/1.1 " + status + " " + phrase,
                    "Content-Type: text/html; charset=utf-8",
                    "Cache-Control: no-store");
            return new Answer(head, html.getBytes(StandardCharsets.UTF_8), 0, true);
        }

        /** Sends the answer over a connection that ends with it; one that was cut is sent without its length. */
        void write(OutputStream out, boolean withBody) throws IOException {
            List<String> headers = new ArrayList<>(head.subList(1, head.size()));
            if (whole) {
                headers.add("Content-Length: " + body.length);
            }
            headers.add("Connection: close");
            new HttpHead(head.getFirst(), headers).write(out);
            out.write(withBody ? body : new byte[0]);
            out.flush();
        }
    }
}
