package dev.guerdon.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGuardTest {

    private static final String HEAD = "POST /a HTTP/1.1\r\nHost: h\r\n";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final RequestGuard guard = new RequestGuard(now::get, false, new Semaphore(1));

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void portionsOfAnySizeAreReadAlike(int size) {
        String sound = HEAD + "Content-Length: 4\r\n\r\nabcd" + HEAD
                + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n";
        feed(sound, size);
        assertThat(guard.refusal()).isNull();
        feed(HEAD + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", size);
        assertThat(guard.refusal())
                .isNotNull()
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(400));
    }

    private void feed(String text, int size) {
        for (int i = 0; i < text.length() && guard.refusal() == null; i += size) {
            read(text.substring(i, Math.min(text.length(), i + size)));
        }
    }

    /** Reads all of a text; gives where the last request in it, or the fault, ended. */
    private int read(String text) {
        byte[] bytes = bytes(text);
        int at = 0;
        while (at < bytes.length && guard.refusal() == null) {
            at = guard.read(bytes, at);
        }
        return at;
    }

    @Test
    void whatComesBeforeAFaultIsSound() {
        String sound = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
        String all = sound + "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n";
        assertThat(guard.read(bytes(all), 0)).isEqualTo(sound.length());
        assertThat(guard.isBetweenRequests()).isTrue();
        assertThat(read(all)).isEqualTo(all.indexOf("h\nX") + 2);
        assertThat(guard.refusal()).isNotNull();
    }

    @Test
    void aHeadThatTricklesInIsRefusedAfterHalfAMinute() {
        read("GET / HT");
        now.addAndGet(RequestGuard.HEAD_NANOS);
        read("T");
        assertThat(guard.refusal()).isNull();
        now.addAndGet(1);
        read("P");
        assertThat(guard.refusal())
                .isNotNull()
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(408));
    }

    @Test
    void timeBetweenRequestsDoesNotCount() {
        read("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        now.addAndGet(RequestGuard.BODY_NANOS * 2);
        read("GET / HTTP/1.1\r\n");
        read("Host: h\r\n\r\n");
        assertThat(guard.refusal()).isNull();
    }

    @Test
    void aBodyThatTricklesInIsRefusedAfterTenMinutes() {
        read(HEAD + "Content-Length: 100\r\n\r\n");
        now.addAndGet(RequestGuard.BODY_NANOS);
        read("a");
        assertThat(guard.refusal()).isNull();
        now.addAndGet(1);
        read("a");
        assertThat(guard.refusal()).isNotNull();
    }
}
