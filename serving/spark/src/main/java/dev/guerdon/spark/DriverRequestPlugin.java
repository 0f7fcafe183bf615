package dev.guerdon.spark;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.spi.Cluster.Receiver.Cause;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * The way from a piece to the driver: what it asks is answered by the receiver of its submission. Spark makes one in each process of an
 * application, and carries the messages; these are bytes, so that no side needs a class of the other's.
 */
@Internal
public final class DriverRequestPlugin implements SparkPlugin {

    /** Answers the pieces of a submission. */
    @FunctionalInterface
    interface Answers {

        byte[] asked(int piece, byte[] question);
    }

    /** On the driver: who answers, by submission. */
    private static final Map<String, Answers> OPEN = new ConcurrentHashMap<>();

    /** On an executor: the way to the driver. */
    private static volatile @Nullable PluginContext way;

    static void open(String submission, Answers answers) {
        OPEN.put(submission, answers);
    }

    static void close(String submission) {
        OPEN.remove(submission);
    }

    /** Asks the driver, and waits for its answer. */
    static byte[] ask(String submission, int piece, byte[] question) throws IOException {
        PluginContext context = way;
        if (context == null) {
            throw new IOException("this process has no way to the driver; was spark.plugins changed?");
        }
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(message)) {
            out.writeUTF(submission);
            out.writeInt(piece);
            out.write(question);
        }
        PieceTask.Result answer;
        try {
            answer = PieceTask.Result.of((byte[]) context.ask(message.toByteArray()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the driver was asked", e);
        } catch (Exception e) {
            throw new IOException("the driver could not be asked: " + e.getMessage(), e);
        }
        if (answer.failed() != null) {
            throw new IOException("the driver has no answer: " + answer.message());
        }
        return answer.value();
    }

    /** Returns the answer, or why there is none: Spark would log what is thrown here, and late questions are nothing to log. */
    private static byte[] answer(byte[] message) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
            Answers answers = OPEN.get(in.readUTF());
            return answers == null
                    ? PieceTask.Result.of(Cause.THREW, "this piece is not needed any more")
                    : PieceTask.Result.done(answers.asked(in.readInt(), in.readAllBytes()));
        } catch (RuntimeException e) {
            return PieceTask.Result.of(Cause.THREW, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext own) {
                ExecutorWatch.listen(context);
                return Map.of();
            }

            @Override
            public Object receive(Object message) throws Exception {
                return answer((byte[]) message);
            }
        };
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {
            @Override
            public void init(PluginContext context, Map<String, String> ofDriver) {
                way = context;
            }
        };
    }
}
