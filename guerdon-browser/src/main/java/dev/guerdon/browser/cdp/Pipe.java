package dev.guerdon.browser.cdp;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.browser.spi.PageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The two pipes to Chromium, with a message between zero bytes.
 *
 * <p>One thread reads, and hands each message to the wire whose command it answers or whose session it belongs to. A session that
 * the browser opens belongs to the wire of the browser context, or of the session that tells of it.
 */
final class Pipe {

    private static final int CHUNK = 65_536;

    private final InputStream in;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, Wire> asked = new ConcurrentHashMap<>();
    private final Map<String, Wire> sessions = new ConcurrentHashMap<>();
    private final Map<String, Wire> contexts = new ConcurrentHashMap<>();
    private volatile boolean ended;

    Pipe(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    void start() {
        Thread.ofPlatform().daemon().name("guerdon-cdp").start(this::read);
    }

    boolean isOpen() {
        return !ended;
    }

    /** Everything that happens in a browser context is told to a wire from now on. */
    void claim(String context, Wire wire) {
        contexts.put(context, wire);
    }

    /** Forgets a wire, with all its sessions. */
    void release(Wire wire) {
        contexts.values().removeIf(wire::equals);
        sessions.values().removeIf(wire::equals);
        asked.values().removeIf(wire::equals);
    }

    /** Sends a command and gives its number. */
    int send(Wire wire, String session, String method, Map<String, ? extends @Nullable Object> parameters) {
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
        try {
            for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                int begin = 0;
                for (int i = 0; i < length; i++) {
                    if (chunk[i] == 0) {
                        partial.write(chunk, begin, i - begin);
                        take(partial.toByteArray());
                        partial.reset();
                        begin = i + 1;
                    }
                }
                partial.write(chunk, begin, length - begin);
            }
        } catch (IOException e) {
            // The browser is gone.
        } finally {
            ended = true;
            asked.values().forEach(Wire::end);
            contexts.values().forEach(Wire::end);
        }
    }

    private void take(byte[] json) {
        Message message;
        try {
            message = Message.of(Values.read(json));
        } catch (IOException e) {
            return; // Not a message of the protocol.
        }
        Wire wire = message.id() != 0 ? asked.remove(message.id()) : receiver(message);
        if (wire != null) {
            wire.deliver(message);
        }
    }

    private @Nullable Wire receiver(Message event) {
        if (event.method().equals("Target.attachedToTarget")) {
            Wire owner = event.session().isEmpty()
                    ? contexts.get(Message.text(event.object("targetInfo").get("browserContextId")))
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
}
