package dev.guerdon.viewer;

import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.GuerdonServer;

/** A viewer on a free port. */
record ViewerForTests(GuerdonServer server) implements AutoCloseable {

    static ViewerForTests of(RunStore store, boolean readOnly) {
        return new ViewerForTests(GuerdonServer.start(
                Viewer.over(store, Registry.discover(), new Viewer.Settings("", readOnly)), "127.0.0.1", 0, null));
    }

    String url(String path) {
        return server.url() + path;
    }

    @Override
    public void close() {
        server.close();
    }
}
