package dev.guerdon.spark.rows;

import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.cluster.spi.LineScorer;
import dev.guerdon.spark.cluster.ShippedJob;
import dev.guerdon.spark.isolated.GuerdonLoader;
import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;

/** What the scorers of every process should have, as tasks carry it: in the task where it is little, and else broadcast once. */
@Internal
public final class Shipment implements Serializable {

    private static final long serialVersionUID = 1;

    /** Every task carries so much without noticing. */
    private static final int LITTLE = 8192;

    private final String id;
    private final byte @Nullable [] packed;
    private final @Nullable Broadcast<byte[]> broadcast;

    private Shipment(byte[] packed, @Nullable Broadcast<byte[]> broadcast) {
        this.id = HexFormat.of().formatHex(sha256(packed));
        this.packed = broadcast == null ? packed : null;
        this.broadcast = broadcast;
    }

    /**
     * Packs an order.
     *
     * @throws IllegalArgumentException where something in it is not as it should be, with a sentence for the user
     */
    public static Shipment of(LineScorer.Order order, SparkContext context) {
        byte[] packed = pack(order);
        return new Shipment(
                packed, packed.length <= LITTLE ? null : context.broadcast(packed, ClassTag.apply(byte[].class)));
    }

    /** Packs an order that names no code of the user's. */
    static Shipment little(LineScorer.Order order) {
        return new Shipment(pack(order), null);
    }

    private static byte[] pack(LineScorer.Order order) {
        GuerdonLoader loader = GuerdonLoader.shared();
        LineScorer.Opener opener = loader.create(LineScorer.OPENER, LineScorer.Opener.class);
        return ShippedJob.pack(loader.within(() -> opener.pack(order)));
    }

    /** The same for the same order. */
    String id() {
        return id;
    }

    Job job() {
        return ShippedJob.unpack(broadcast == null ? Objects.requireNonNull(packed) : broadcast.value());
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
