package dev.guerdon.server;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.server.api.PageEndpoints;
import dev.guerdon.server.api.ScoreEndpoints;
import dev.guerdon.server.api.ScoreShortcut;
import dev.guerdon.server.api.StatusEndpoints;
import dev.guerdon.server.environment.Environments;
import dev.guerdon.server.environment.Services;
import dev.guerdon.server.http.Doorkeeper;
import dev.guerdon.server.http.FirstRequests;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.http.Tokens;
import dev.guerdon.server.scoring.Scoring;
import dev.guerdon.server.spi.ClientToken;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServedEnvironment;
import dev.guerdon.server.spi.ServedReward;
import dev.guerdon.server.spi.SocketListener;
import dev.guerdon.server.spi.SocketRequest;
import dev.guerdon.server.tls.LiveTls;
import dev.guerdon.server.trainer.EvaluateProtocol;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A running reward server: the native API, and the protocol of every trainer that the catalogue has. */
@Experimental
public final class RewardServer implements AutoCloseable {

    private final Scoring scoring;
    private final Environments environments;
    private final GuerdonServer server;
    private final OwnServers own;
    private final boolean loopback;
    private final ServeSecurity security;
    private final @Nullable LiveTls tls;
    private final String host;
    private volatile Tokens tokens;

    private RewardServer(ServeDefinition definition, String host, int port, ServeSecurity security) {
        this.host = host;
        this.security = security;
        this.loopback = GuerdonServer.isLoopback(host);
        this.tokens = tokens(definition);
        Environments.check(definition);
        this.tls = security.tls().map(LiveTls::new).orElse(null);
        this.scoring = new Scoring(definition);
        this.environments = new Environments(scoring);
        try {
            this.server = GuerdonServer.open(
                    new All(endpoints(definition)),
                    host,
                    port,
                    new Doorkeeper(
                                    () -> tokens,
                                    loopback,
                                    host,
                                    StatusEndpoints.OPEN,
                                    definition.limits().body())
                            .forbidding(EvaluateProtocol.PATHS)
                            .onlyFor(this::isBelieved),
                    new ScoreShortcut(scoring, security.signer()),
                    definition.limits().body(),
                    // Streams of lines may be of any length; everything else is held to its limit where it is read.
                    settings -> secured(settings)
                            .maxPayloadSize(Long.MAX_VALUE)
                            // A connection whose requests never reach the library is none that idles.
                            .idleConnectionTimeout(Duration.ofDays(365))
                            .contentEncoding(PackedBody.asItCame()));
        } catch (RuntimeException e) {
            environments.close();
            scoring.close();
            closeTls();
            throw e;
        }
        try {
            this.own = new OwnServers(definition, this::openOwn);
        } catch (RuntimeException e) {
            server.close();
            environments.close();
            scoring.close();
            closeTls();
            throw e;
        }
    }

    /** Behind the same door, with the same tokens and certificates. */
    private GuerdonServer openOwn(Endpoints endpoints, int port) {
        return GuerdonServer.open(
                endpoints,
                host,
                port,
                new Doorkeeper(() -> tokens, loopback, host, Set.of(), Doorkeeper.LARGEST_BODY)
                        .onlyFor(this::isBelieved),
                null,
                Doorkeeper.LARGEST_BODY,
                settings -> secured(settings).maxPayloadSize(Doorkeeper.LARGEST_BODY));
    }

    private WebServerConfig.Builder secured(WebServerConfig.Builder settings) {
        if (tls != null) {
            settings.tls(Tls.builder()
                    .sslContext(tls.context())
                    .sslParameters(tls.parameters())
                    .clientAuth(tls.isMutual() ? TlsClientAuth.REQUIRED : TlsClientAuth.NONE)
                    .build());
        }
        return settings;
    }

    /** Whether a client may come in by its certificate, where it needs one. */
    private boolean isBelieved(PeerInfo peer) {
        return tls == null
                || !tls.isMutual()
                || peer.tlsCertificates().map(tls::believes).orElse(false);
    }

    private void closeTls() {
        if (tls != null) {
            tls.close();
        }
    }

    /**
     * Starts a server.
     *
     * @param host the address to listen on; anything but loopback needs a token
     * @param port the port, 0 for any that is free
     * @throws GuerdonException if a reward is not there, the port is not free, or a token is missing or too short
     */
    public static RewardServer start(ServeDefinition definition, String host, int port) {
        return start(definition, host, port, ServeSecurity.NONE);
    }

    /**
     * Starts a server that proves who it is.
     *
     * @param host the address to listen on; anything but loopback needs a token, or certificates of clients
     * @throws GuerdonException also if a file of the certificate is missing, damaged, out of date or does not fit the key
     */
    public static RewardServer start(ServeDefinition definition, String host, int port, ServeSecurity security) {
        RewardServer server = new RewardServer(definition, host, port, security);
        if (server.tls == null) {
            FirstRequests.send(host, server.port());
        }
        return server;
    }

    private Tokens tokens(ServeDefinition definition) {
        GuerdonServer.requireToken(host, loopback, !definition.tokens().isEmpty() || security.isMutual());
        Map<String, String> known = new LinkedHashMap<>();
        for (ClientToken each : definition.tokens()) {
            if (known.put(each.name(), each.token()) != null) {
                throw new GuerdonException("two tokens have the name '" + each.name() + "'");
            }
        }
        return Tokens.of(known);
    }

    private List<Endpoints> endpoints(ServeDefinition definition) {
        List<Endpoints> all = new ArrayList<>();
        List<RewardProtocol> protocols = definition.registry().all(RewardProtocol.class);
        all.add(new ScoreEndpoints(scoring, security.signer()));
        all.add(new StatusEndpoints(scoring, environments, protocols));
        all.add(new PageEndpoints());
        Services services = new Services(scoring, environments);
        protocols.forEach(protocol -> all.add(protocol.open(services)));
        return all;
    }

    /** Serves what another definition says, from the next request on; those under way end as they began. */
    public synchronized void replace(ServeDefinition definition) {
        Tokens fresh = tokens(definition);
        Environments.check(definition);
        scoring.replace(definition);
        environments.replaced();
        tokens = fresh;
    }

    /** What is served now. */
    public List<ServedReward> rewards() {
        return scoring.rewards();
    }

    /** The environments that are served now. */
    public List<ServedEnvironment> environments() {
        return environments.environments();
    }

    /** Where environments are found that have a port of their own, by name. */
    public Map<String, String> ownUrls() {
        return own.urls();
    }

    public int port() {
        return server.port();
    }

    /** Where clients find it: {@code http://127.0.0.1:8700}. */
    public String url() {
        return server.url();
    }

    /** Refuses new work, lets what is under way end, and stops. */
    public void drain() throws InterruptedException {
        scoring.drain();
        close();
    }

    @Override
    public void close() {
        own.close();
        server.close();
        environments.close();
        scoring.close();
        closeTls();
    }

    /** The endpoints of several protocols as those of one. */
    private record All(List<Endpoints> each) implements Endpoints {

        @Override
        public void addTo(HttpRouting.Builder routing) {
            each.forEach(endpoints -> endpoints.addTo(routing));
        }

        @Override
        public boolean lenientPaths() {
            return each.stream().anyMatch(Endpoints::lenientPaths);
        }

        @Override
        public Optional<SocketListener> socket(SocketRequest request) {
            return each.stream()
                    .flatMap(endpoints -> endpoints.socket(request).stream())
                    .findFirst();
        }

        @Override
        public void close() {
            each.forEach(Endpoints::close);
        }
    }
}
