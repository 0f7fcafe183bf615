package dev.guerdon.cluster.scoring;

import dev.guerdon.base.EndedEarly;
import dev.guerdon.cluster.piece.ScoreResult;
import dev.guerdon.cluster.piece.Sealed;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Moves what tries wrote into place: bad lines and part first, the marker last. Only the driver does, and only one driver at a time.
 */
final class Committer {

    /** How often it looks whether another driver has taken the job. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OutFolder out;
    private final Plan plan;
    private final String id = UUID.randomUUID().toString();
    private long looked;

    private Committer(OutFolder out, Plan plan) {
        this.out = out;
        this.plan = plan;
    }

    /** Takes the job over from whichever driver had it. */
    static Committer begin(OutFolder out, Plan plan) throws IOException {
        Committer committer = new Committer(out, plan);
        out.keep(out.driver(), Map.of("driver", committer.id));
        committer.looked = System.nanoTime();
        return committer;
    }

    void commit(Piece piece, ScoreResult result) throws IOException {
        if (isTimeToLook()) {
            requireOwn();
        }
        Store store = out.store();
        InputFile file = plan.files().get(piece.file());
        try {
            if (result.badLines() > 0) {
                store.move(tried(result, ScoreResult.BAD), out.bad(file, piece.name()));
            }
            if (result.lines() > 0) {
                store.move(tried(result, ScoreResult.PART), out.part(file, piece.name()));
            }
            store.move(tried(result, ScoreResult.MARKER), out.marker(piece.name()));
        } catch (IOException e) {
            throw new EndedEarly(
                    "the scores of " + piece.name() + " cannot be moved into " + out.root() + ": " + e.getMessage()
                            + ". Where machines of the cluster do not share a disk, --out must be on storage that all of"
                            + " them reach; what is there is good, and the same command goes on",
                    e);
        }
    }

    private synchronized boolean isTimeToLook() {
        boolean due = System.nanoTime() - looked > LOOK_NANOS;
        looked = due ? System.nanoTime() : looked;
        return due;
    }

    private String tried(ScoreResult result, String ending) {
        return out.store().resolve(out.tries(), result.tryName() + ending);
    }

    /** Makes sure that no other driver has taken the job over. */
    void requireOwn() throws IOException {
        String now = Sealed.read(out.store(), out.driver())
                .map(kept -> kept.get("driver").asString())
                .orElse("");
        if (!now.equals(id)) {
            IOException reason = new IOException("another driver wrote " + out.driver());
            throw new EndedEarly(
                    "another process has taken over the job in " + out.root() + "; this one ends here", reason);
        }
    }
}
