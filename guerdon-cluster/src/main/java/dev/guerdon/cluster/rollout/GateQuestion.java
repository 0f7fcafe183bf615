package dev.guerdon.cluster.rollout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * What a process asks the driver, or tells it, about a call of the model.
 *
 * @param attempt the try of the piece that the call is for
 * @param call the call, among those of this try that are under way
 * @param estimated its estimated tokens
 * @param used the tokens that it used; the nanoseconds for which the provider wants no calls
 */
record GateQuestion(Kind kind, String attempt, String call, long estimated, long used) {

    enum Kind {
        /** May a call go? */
        ENTER,
        /** A call has ended. */
        LEAVE,
        /** The provider wants no calls for a while. */
        CLOSE
    }

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(kind.name());
            out.writeUTF(attempt);
            out.writeUTF(call);
            out.writeLong(estimated);
            out.writeLong(used);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static GateQuestion read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new GateQuestion(
                    Kind.valueOf(in.readUTF()), in.readUTF(), in.readUTF(), in.readLong(), in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer: how long to wait before asking again; zero where the call may go. */
    static byte[] answer(Duration wait) {
        return ByteBuffer.allocate(Long.BYTES).putLong(wait.toNanos()).array();
    }

    static Duration waitOf(byte[] answer) {
        return Duration.ofNanos(ByteBuffer.wrap(answer).getLong());
    }
}
