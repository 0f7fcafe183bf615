package dev.guerdon.cluster;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cluster.piece.ScoreEngine;
import dev.guerdon.cluster.piece.ScoreSpec;
import dev.guerdon.cluster.rollout.EpisodeEngine;
import dev.guerdon.cluster.rollout.RemotePlayers;
import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Job;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the engine that a job's description asks for; found by its name, {@link Engine#OPENER}. */
@Experimental
public final class EngineOpener implements Engine.Opener {

    /** The key of a description that says which engine does the pieces. */
    static final String KIND = "kind";

    @Override
    public Engine open(Job job, Path folder) throws IOException {
        Json description = JsonCodec.read(job.description(), "the description of the job");
        String kind = description.get(KIND).asString();
        return switch (kind) {
            case ScoreSpec.KIND -> ScoreEngine.open(description, job, folder);
            case RemotePlayers.KIND -> EpisodeEngine.open(description, job, folder);
            default -> throw new GuerdonException("no engine does pieces of the kind '" + kind + "'");
        };
    }
}
