package dev.guerdon.browser.traffic;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Sha256;
import java.security.MessageDigest;

/**
 * A request, as far as it decides about its answer.
 *
 * @param episode who asked: two repeats of a task are two episodes
 * @param source {@code fetch} for fetches of agents, {@code page} for what a browser loads, {@code gate} for judgements of addresses
 * @param method the method
 * @param url the whole address
 * @param body the hash of what was sent along; empty for nothing
 */
@Internal
public record Ask(String episode, String source, String method, String url, String body) {

    public static Ask fetch(String episode, String url) {
        return new Ask(episode, "fetch", "GET", url, "");
    }

    public static Ask gate(String episode, String url) {
        return new Ask(episode, "gate", "CHECK", url, "");
    }

    public static Ask page(String episode, String method, String url, byte[] body) {
        return new Ask(episode, "page", method, url, body.length == 0 ? "" : hash(body));
    }

    /** The name of some bytes. */
    static String hash(byte[] bytes) {
        MessageDigest digest = Sha256.digest();
        digest.update(bytes);
        return Sha256.hex(digest);
    }

    /** What must agree, whoever asks. */
    String key() {
        return source + " " + method + " " + url + " " + body;
    }

    Ask at(String otherUrl) {
        return new Ask(episode, source, method, otherUrl, body);
    }
}
