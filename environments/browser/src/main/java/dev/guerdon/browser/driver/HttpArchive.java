package dev.guerdon.browser.driver;

import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.CdpValues;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests and answers of an episode, as entries of an HTTP archive without the values of cookies and credentials. */
final class HttpArchive {

    /** The most bytes of all bodies; later ones are left out. */
    private static final long MAX_BODIES = 100L << 20;

    private static final double MOST_FOR_BODIES_MILLIS = 2_000;
    private static final String HIDDEN = "***";
    private static final Set<String> SECRET_HEADERS =
            Set.of("cookie", "set-cookie", "authorization", "proxy-authorization", "x-api-key", "x-csrf-token");

    private final CdpConnection wire;
    private final Map<String, Exchange> open = new HashMap<>();
    private final Map<String, Map<String, @Nullable Object>> early = new HashMap<>();
    private final List<Exchange> all = new ArrayList<>();
    private long bodies;

    HttpArchive(CdpConnection wire) {
        this.wire = wire;
    }

    /** A request, and what came of it. */
    private static final class Exchange {
        private final Map<String, @Nullable Object> asked;
        private Map<String, @Nullable Object> requestHeaders;
        private Map<String, @Nullable Object> responseHeaders = Map.of();
        private Map<String, @Nullable Object> response = Map.of();
        private long length;
        private double ended;
        private String failure = "";
        private CdpConnection.@Nullable Sent body;
        private Map<String, @Nullable Object> content = Map.of();

        Exchange(Map<String, @Nullable Object> asked) {
            this.asked = asked;
            this.requestHeaders = CdpValues.object(request().get("headers"));
            this.ended = began();
        }

        Map<String, @Nullable Object> request() {
            return CdpValues.object(asked.get("request"));
        }

        double began() {
            return CdpValues.number(asked.get("timestamp"));
        }

        void answered(Map<String, @Nullable Object> answer) {
            response = answer;
            if (responseHeaders.isEmpty()) {
                responseHeaders = CdpValues.object(answer.get("headers"));
            }
        }
    }

    void hear(Message event) {
        String id = event.text("requestId");
        Exchange exchange = open.get(id);
        boolean isExtra = event.method().equals("Network.requestWillBeSentExtraInfo");
        if (event.method().equals("Network.requestWillBeSent")) {
            asked(id, event, exchange);
        } else if (isExtra && (exchange == null || !exchange.response.isEmpty())) {
            early.put(id, event.object("headers"));
        } else if (exchange != null) {
            switch (event.method()) {
                case "Network.requestWillBeSentExtraInfo" -> exchange.requestHeaders = event.object("headers");
                case "Network.responseReceivedExtraInfo" -> exchange.responseHeaders = event.object("headers");
                case "Network.responseReceived" -> exchange.answered(event.object("response"));
                case "Network.dataReceived" ->
                    exchange.length += (long) CdpValues.number(event.content().get("dataLength"));
                case "Network.loadingFinished", "Network.loadingFailed" -> ended(id, event, exchange);
                default -> {}
            }
        }
    }

    private void asked(String id, Message event, @Nullable Exchange before) {
        if (before != null) {
            before.answered(event.object("redirectResponse"));
            before.ended = CdpValues.number(event.content().get("timestamp"));
        }
        Exchange exchange = new Exchange(event.content());
        Map<String, @Nullable Object> headers = early.remove(id);
        if (headers != null) {
            exchange.requestHeaders = headers;
        }
        open.put(id, exchange);
        all.add(exchange);
    }

    private void ended(String id, Message event, Exchange exchange) {
        open.remove(id);
        exchange.ended = CdpValues.number(event.content().get("timestamp"));
        exchange.failure = event.text("errorText");
        if (exchange.failure.isEmpty() && bodies + exchange.length <= MAX_BODIES) {
            bodies += exchange.length;
            exchange.body = wire.post(event.session(), "Network.getResponseBody", Map.of("requestId", id));
        }
    }

    /** Returns all entries, once the bodies that were asked for have come. */
    List<Map<String, @Nullable Object>> entries() {
        CdpConnection.Deadline deadline = CdpConnection.Deadline.in(MOST_FOR_BODIES_MILLIS);
        List<Map<String, @Nullable Object>> entries = new ArrayList<>();
        for (Exchange exchange : all) {
            CdpConnection.Sent body = exchange.body;
            if (body != null) {
                exchange.body = null;
                try {
                    exchange.content = wire.await(body, deadline);
                } catch (PageException e) {
                    // The page went away with what it had loaded.
                }
            }
            entries.add(entry(exchange));
        }
        return entries;
    }

    private static Map<String, @Nullable Object> entry(Exchange exchange) {
        Map<String, @Nullable Object> request = exchange.request();
        Map<String, @Nullable Object> response = exchange.response;
        String protocol = CdpValues.text(response.get("protocol"));
        String version = protocol.isEmpty() ? "HTTP/1.1" : protocol.toUpperCase(Locale.ROOT);
        String url = CdpValues.text(request.get("url"));
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        sent.put("method", request.get("method"));
        sent.put("url", url);
        sent.put("httpVersion", version);
        sent.put("cookies", cookies(exchange.requestHeaders, "cookie", ";"));
        sent.put("headers", headers(exchange.requestHeaders));
        sent.put("queryString", query(url));
        sent.put("headersSize", -1);
        String data = CdpValues.text(request.get("postData"));
        sent.put("bodySize", data.getBytes(StandardCharsets.UTF_8).length);
        if (!data.isEmpty()) {
            sent.put(
                    "postData",
                    Map.of(
                            "mimeType",
                            header(exchange.requestHeaders, "content-type"),
                            "params",
                            List.of(),
                            "text",
                            data));
        }
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("size", exchange.length);
        content.put("mimeType", CdpValues.text(response.get("mimeType")));
        if (exchange.content.get("body") instanceof String body) {
            content.put("text", body);
            if (Boolean.TRUE.equals(exchange.content.get("base64Encoded"))) {
                content.put("encoding", "base64");
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("status", response.isEmpty() ? -1 : (int) CdpValues.number(response.get("status")));
        answer.put("statusText", CdpValues.text(response.get("statusText")));
        answer.put("httpVersion", version);
        answer.put("cookies", cookies(exchange.responseHeaders, "set-cookie", "\n"));
        answer.put("headers", headers(exchange.responseHeaders));
        answer.put("content", content);
        answer.put("redirectURL", header(exchange.responseHeaders, "location"));
        answer.put("headersSize", -1);
        answer.put("bodySize", -1);
        if (!exchange.failure.isEmpty()) {
            answer.put("_failureText", exchange.failure);
        }
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        entry.put(
                "startedDateTime",
                Instant.ofEpochMilli(Math.round(CdpValues.number(exchange.asked.get("wallTime")) * 1_000))
                        .toString());
        entry.put("time", Math.max(0, (exchange.ended - exchange.began()) * 1_000));
        entry.put("request", sent);
        entry.put("response", answer);
        entry.put("cache", Map.of());
        entry.put("timings", timings(exchange));
        entry.put("serverIPAddress", CdpValues.text(response.get("remoteIPAddress")));
        entry.put("_resourceType", CdpValues.text(exchange.asked.get("type")).toLowerCase(Locale.ROOT));
        entry.put("_monotonicTime", CdpValues.number(exchange.asked.get("wallTime")) * 1_000);
        return entry;
    }

    /** Returns the parts of the time that it took, in milliseconds; -1 for a part that is not known. */
    private static Map<String, Object> timings(Exchange exchange) {
        Map<String, @Nullable Object> timing = CdpValues.object(exchange.response.get("timing"));
        double whole = Math.max(0, (exchange.ended - exchange.began()) * 1_000);
        if (timing.isEmpty()) {
            return Map.of("send", 0, "wait", whole, "receive", 0);
        }
        double first = Math.max(
                0,
                (CdpValues.number(timing.get("requestTime")) - exchange.began()) * 1_000
                        + CdpValues.number(timing.get("receiveHeadersEnd")));
        return Map.of(
                "dns", between(timing, "dnsStart", "dnsEnd"),
                "connect", between(timing, "connectStart", "connectEnd"),
                "ssl", between(timing, "sslStart", "sslEnd"),
                "send", Math.max(0, between(timing, "sendStart", "sendEnd")),
                "wait", Math.max(0, between(timing, "sendEnd", "receiveHeadersEnd")),
                "receive", Math.max(0, whole - first));
    }

    private static double between(Map<String, @Nullable Object> timing, String from, String to) {
        double begin = CdpValues.number(timing.get(from));
        return begin < 0 ? -1 : CdpValues.number(timing.get(to)) - begin;
    }

    private static String header(Map<String, @Nullable Object> headers, String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> String.valueOf(header.getValue()))
                .findFirst()
                .orElse("");
    }

    private static List<Map<String, String>> headers(Map<String, @Nullable Object> headers) {
        List<Map<String, String>> list = new ArrayList<>();
        headers.forEach((name, value) -> {
            boolean secret = SECRET_HEADERS.contains(name.toLowerCase(Locale.ROOT));
            for (String line : String.valueOf(value).split("\n", -1)) {
                list.add(Map.of("name", name, "value", secret ? HIDDEN : line));
            }
        });
        return list;
    }

    private static List<Map<String, String>> cookies(
            Map<String, @Nullable Object> headers, String name, String separator) {
        List<Map<String, String>> cookies = new ArrayList<>();
        for (String cookie : header(headers, name).split(separator, -1)) {
            if (!cookie.isBlank()) {
                cookies.add(Map.of("name", cookie.split("=", 2)[0].strip(), "value", HIDDEN));
            }
        }
        return cookies;
    }

    private static List<Map<String, String>> query(String url) {
        List<Map<String, String>> query = new ArrayList<>();
        try {
            String raw = url.startsWith("data:") ? null : URI.create(url).getRawQuery();
            for (String part : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
                String[] pair = part.split("=", 2);
                query.add(Map.of("name", plain(pair[0]), "value", pair.length > 1 ? plain(pair[1]) : ""));
            }
        } catch (IllegalArgumentException e) {
            // Browsers open addresses that Java cannot read; the address itself is in the entry.
        }
        return query;
    }

    private static String plain(String encoded) {
        return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    }
}
