package dev.guerdon.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * What a client said first.
 *
 * @param version the version of the protocol that both speak
 * @param pid the client's process, 0 where it has not said
 */
record Greeting(int version, long pid) {

    /** The lowest and the highest version of the protocol. */
    private static final int LOWEST = 1;

    private static final int HIGHEST = 1;

    static Greeting read(byte[] payload) {
        try {
            Json hello = JsonCodec.read(payload, "the hello");
            List<Json> range = hello.get("protocol").asList();
            int version = Math.min(HIGHEST, range.getLast().asInt());
            if (version < LOWEST || version < range.getFirst().asInt()) {
                throw new Refusal(
                        Refusal.PROTOCOL,
                        "this engine speaks the versions " + LOWEST + " to " + HIGHEST + " of the protocol, the client "
                                + JsonCodec.write(hello.get("protocol").value()) + "; update the older of the two");
            }
            long pid =
                    hello.find("pid").filter(Json::isNumber).map(Json::asLong).orElse(0L);
            return new Greeting(version, pid);
        } catch (Refusal e) {
            throw e;
        } catch (GuerdonException | NoSuchElementException e) {
            throw new Refusal(
                    Refusal.PROTOCOL,
                    "expected a hello such as {\"protocol\":[1,1],\"client\":\"NAME/VERSION\",\"pid\":123}: "
                            + e.getMessage());
        }
    }

    /** The engine's hello. */
    Map<String, @Nullable Object> answer(Window window, int threads) {
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("bytes", window.bytes());
        limits.put("requests", window.requests());
        String engine = Greeting.class.getPackage().getImplementationVersion();
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("protocol", version);
        answer.put("engine", engine == null ? "development" : engine);
        answer.put("java", Runtime.version().toString());
        answer.put("window", limits);
        answer.put("threads", threads);
        return answer;
    }
}
