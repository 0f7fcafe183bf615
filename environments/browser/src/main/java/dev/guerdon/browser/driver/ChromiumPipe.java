package dev.guerdon.browser.driver;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import dev.guerdon.browser.driver.CdpConnection.Message;
import dev.guerdon.browser.spi.PageException;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.OwnThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The two pipes to Chromium, with a message between zero bytes.
 *
 * <p>One thread reads, and hands each message to the wire whose command it answers or whose session it belongs to. A session that
 * the browser opens belongs to the wire of the browser context, or of the session that tells of it.
 */
final class ChromiumPipe {

    private static final int CHUNK = 65_536;

    /** Longer messages are dropped: as values they take many times the memory. */
    private static final int MAX_MESSAGE = 128 << 20;

    private static final int LONGEST_HEAD = 64;
    private static final Pattern NUMBER = Pattern.compile("\\{\"id\":([0-9]{1,9}),.*");

    private final InputStream in;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CdpConnection> asked = new ConcurrentHashMap<>();
    private final Map<String, CdpConnection> sessions = new ConcurrentHashMap<>();
    private final Map<String, CdpConnection> contexts = new ConcurrentHashMap<>();
    private volatile boolean ended;

    ChromiumPipe(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    void start() {
        OwnThread.start("guerdon-cdp", this::read);
    }

    boolean isOpen() {
        return !ended;
    }

    /** Sends the events of a browser context to a wire from now on. */
    void claim(String context, CdpConnection wire) {
        contexts.put(context, wire);
    }

    /** Forgets a wire, with all its sessions. */
    void release(CdpConnection wire) {
        contexts.values().removeIf(wire::equals);
        sessions.values().removeIf(wire::equals);
        asked.values().removeIf(wire::equals);
    }

    /** Sends a command and gives its number. */
    int send(CdpConnection wire, String session, String method, Map<String, ? extends @Nullable Object> parameters) {
        int number = numbers.incrementAndGet();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonCodec.factory().createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("id", number);
            json.writeStringField("method", method);
            if (!session.isEmpty()) {
                json.writeStringField("sessionId", session);
            }
            json.writeFieldName("params");
            JsonCodec.writeValue(json, parameters);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException(e); // Memory does not fail to be written.
        }
        bytes.write(0);
        asked.put(number, wire);
        writing.lock();
        try {
            bytes.writeTo(out);
            out.flush();
        } catch (IOException e) {
            asked.remove(number);
            throw new PageException(
                    PageException.Kind.CLOSED, "Target page, context or browser has been closed", List.of(), e);
        } finally {
            writing.unlock();
        }
        return number;
    }

    private void read() {
        byte[] chunk = new byte[CHUNK];
        ByteArrayOutputStream partial = new ByteArrayOutputStream();
        boolean dropped = false;
        try {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                int begin = 0;
                for (int i = 0; i < length; i++) {
                    if (chunk[i] == 0) {
                        if (!dropped) {
                            partial.write(chunk, begin, i - begin);
                            take(partial.toByteArray());
                        }
                        dropped = false;
                        partial.reset();
                        begin = i + 1;
                    }
                }
                if (!dropped) {
                    partial.write(chunk, begin, length - begin);
                }
                if (partial.size() > MAX_MESSAGE) {
                    drop(partial.toByteArray());
                    partial = new ByteArrayOutputStream();
                    dropped = true;
                }
            }
        } catch (IOException e) {
            // The browser is gone.
        } finally {
            ended = true;
            asked.values().forEach(CdpConnection::end);
            contexts.values().forEach(CdpConnection::end);
        }
    }

    /** Fails the command whose answer is too long. */
    private void drop(byte[] beginning) {
        Matcher numbered = NUMBER.matcher(new String(beginning, 0, LONGEST_HEAD, StandardCharsets.UTF_8));
        CdpConnection wire = numbered.matches() ? asked.remove(Integer.parseInt(numbered.group(1))) : null;
        if (wire != null) {
            wire.deliver(new Message(Integer.parseInt(numbered.group(1)), "", "", Map.of(), CdpConnection.TOO_LARGE));
        }
    }

    private void take(byte[] json) {
        Message message;
        try {
            message = Message.of(Values.read(json));
        } catch (IOException e) {
            return; // Not a message of the protocol.
        }
        CdpConnection wire = message.id() != 0 ? asked.remove(message.id()) : receiver(message);
        if (wire != null) {
            wire.deliver(message);
        }
    }

    private @Nullable CdpConnection receiver(Message event) {
        if (event.method().equals("Target.attachedToTarget")) {
            CdpConnection owner = event.session().isEmpty()
                    ? contexts.get(CdpValues.text(event.object("targetInfo").get("browserContextId")))
                    : sessions.get(event.session());
            if (owner != null) {
                sessions.put(event.text("sessionId"), owner);
            }
            return owner;
        }
        if (event.method().equals("Target.detachedFromTarget")) {
            return sessions.remove(event.text("sessionId"));
        }
        return sessions.get(event.session());
    }

    /** Reads the browser's JSON. Pages can hold halves of characters, which are no text for anybody else: they become U+FFFD. */
    static final class Values {

        static Map<String, @Nullable Object> read(byte[] json) throws IOException {
            try (JsonParser parser = new JsonParserDelegate(JsonCodec.factory().createParser(json)) {
                @Override
                public String getText() throws IOException {
                    return wellFormed(super.getText());
                }
            }) {
                parser.nextToken();
                return CdpValues.object(JsonCodec.readValue(parser));
            }
        }

        private static String wellFormed(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))) {
                    return text.codePoints()
                            .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE
                                    ? 0xFFFD
                                    : point)
                            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                            .toString();
                }
            }
            return text;
        }
    }
}
