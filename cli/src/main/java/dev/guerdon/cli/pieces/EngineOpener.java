package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens the engine that a job's description asks for; found by its name, {@link PieceEngine#OPENER}. */
@Internal
public final class EngineOpener implements PieceEngine.Opener {

    @Override
    public PieceEngine open(ClusterJob job, Path folder) throws IOException {
        JobDescription description = PieceCodec.read(job.description(), JobDescription.class);
        return switch (description.engine()) {
            case ScoreEngine.NAME -> ScoreEngine.open(description, job, folder);
            case EpisodeEngine.NAME -> EpisodeEngine.open(description, job, folder);
            default -> throw new GuerdonException("there is no engine '" + description.engine() + "'");
        };
    }

    /**
     * Description that the pieces of a job have in common.
     *
     * @param engine which engine does them
     * @param spec a record of that engine; of a description that was read, its plain form, for {@link PieceCodec#record}
     */
    record JobDescription(String engine, @Nullable Object spec) {}
}
