package dev.guerdon.cluster.scoring;

import dev.guerdon.cluster.piece.Source;
import dev.guerdon.cluster.spi.Store;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which machines have a part of a file at hand. A store that knows of none for one part of a file is not asked again for that file. */
final class Nearness {

    private final Store store;
    private final Set<String> nowhere = new HashSet<>();

    Nearness(Store store) {
        this.store = store;
    }

    /** A file that the store cannot tell of is no reason to stop here: its piece fails, and says why. */
    List<String> of(InputFile file, long from, long to) {
        String address = file.source().address();
        if (nowhere.contains(address)) {
            return List.of();
        }
        boolean cut = file.source().kind() == Source.Kind.PLAIN;
        List<String> hosts;
        try {
            hosts = store.hosts(address, cut ? from : 0, cut ? to - from : file.size());
        } catch (IOException e) {
            hosts = List.of();
        }
        if (hosts.isEmpty()) {
            nowhere.add(address);
        }
        return hosts;
    }
}
