package dev.guerdon.cli.pieces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.cli.pieces.EpisodeCapacity.Load;
import dev.guerdon.cli.pieces.EpisodeCapacity.PieceSize;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpisodeCapacityTest {

    @TempDir
    Path folder;

    /** Hands out until there is no room; gives how many pieces, and how many episodes at once. */
    private String filled(int slots, int parallel, Load load, boolean several) {
        try (ProcessesInThreads cluster = new ProcessesInThreads(folder, slots, 1, 1)) {
            EpisodeCapacity places = new EpisodeCapacity(cluster, parallel, load, new PieceSize(several));
            int pieces = 0;
            int atOnce = 0;
            for (int room = places.room(0, 0); room > 0; room = places.room(pieces, atOnce)) {
                pieces++;
                atOnce += room;
            }
            return pieces + " pieces of " + atOnce;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4, 0, COMPUTING, 4 pieces of 4",
        "4, 0, WAITING, 4 pieces of 16",
        "4, 0, UNKNOWN, 4 pieces of 4",
        "4, 3, COMPUTING, 3 pieces of 3",
        "4, 3, WAITING, 3 pieces of 3",
        "4, 10, WAITING, 4 pieces of 10",
        "4, 10, UNKNOWN, 4 pieces of 10",
        "4, 10, COMPUTING, 4 pieces of 4",
        "1, 100, WAITING, 1 pieces of 100"
    })
    void theNumberAtOnceIsThatOfAllPlacesTogether(int slots, int parallel, Load load, String expected) {
        assertThat(filled(slots, parallel, load, false)).isEqualTo(expected);
    }

    @Test
    void shortPiecesLieReady() {
        assertThat(filled(4, 0, Load.COMPUTING, true)).isEqualTo("5 pieces of 5");
        assertThat(filled(4, 4, Load.COMPUTING, true)).isEqualTo("4 pieces of 4");
    }

    @Test
    void aPieceTakesAboutASecondOnceTheTimeIsKnown() {
        PieceSize size = new PieceSize(true);
        assertThat(size.next(4, 1)).isEqualTo(1);
        size.add(1, 1, 0.1);
        assertThat(size.next(4, 1)).isEqualTo(10);
        assertThat(size.next(4, 2)).as("two at a time").isEqualTo(20);
        size.add(10, 1, 9.0);
        assertThat(size.next(4, 1)).isEqualTo(2);
        size.add(2, 1, 60);
        assertThat(size.next(4, 1)).isEqualTo(1);
    }

    @Test
    void noPieceGrowsWithoutEndAndALargeClusterGetsLargerOnes() {
        PieceSize size = new PieceSize(true);
        size.add(1, 1, 0);
        assertThat(size.next(4, 1)).isEqualTo(256);
        PieceSize slower = new PieceSize(true);
        slower.add(1, 1, 0.5);
        assertThat(slower.next(4, 1)).isEqualTo(2);
        assertThat(slower.next(500, 1)).isEqualTo(20);
    }

    @Test
    void wherePlayingCostsMoneyNothingLiesReady() {
        PieceSize size = new PieceSize(false);
        size.add(100, 4, 0.1);
        assertThat(size.next(4, 4)).isEqualTo(4);
    }
}
