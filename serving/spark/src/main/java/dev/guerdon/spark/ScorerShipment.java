package dev.guerdon.spark;

import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.LineScorer;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;

/** Contents that the scorers of every process should have, as tasks carry them: in the task if it is little, and else broadcast once. */
final class ScorerShipment implements Serializable {

    private static final long serialVersionUID = 1;

    /** Every task carries so much without noticing. */
    private static final int LITTLE = 8192;

    private final String id;
    private final byte @Nullable [] packed;
    private final @Nullable Broadcast<byte[]> broadcast;

    private ScorerShipment(byte[] packed, @Nullable Broadcast<byte[]> broadcast) {
        this.id = HexFormat.of().formatHex(NestedJars.digest().digest(packed));
        this.packed = broadcast == null ? packed : null;
        this.broadcast = broadcast;
    }

    /**
     * Packs an order.
     *
     * @throws IllegalArgumentException where something in it is not as it should be, with a sentence for the user
     */
    static ScorerShipment of(LineScorer.Order order, SparkContext context) {
        byte[] packed = pack(order);
        return new ScorerShipment(
                packed, packed.length <= LITTLE ? null : context.broadcast(packed, ClassTag.apply(byte[].class)));
    }

    /** Packs an order that names no code of the user's. */
    static ScorerShipment little(LineScorer.Order order) {
        return new ScorerShipment(pack(order), null);
    }

    private static byte[] pack(LineScorer.Order order) {
        return ProcessScorers.opener().pack(order).toBytes();
    }

    /** Returns the same for the same order. */
    String id() {
        return id;
    }

    ClusterJob job() {
        return ClusterJob.of(broadcast == null ? Objects.requireNonNull(packed) : broadcast.value());
    }
}
