package dev.guerdon.server;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.server.environment.ServedEnvironments;
import dev.guerdon.server.http.AccessFilter;
import dev.guerdon.server.http.AccessFilter.Tokens;
import dev.guerdon.server.http.LiveTls;
import dev.guerdon.server.http.PackedBody;
import dev.guerdon.server.protocol.RewardProtocols;
import dev.guerdon.server.scoring.ScoringService;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.Endpoints.SocketListener;
import dev.guerdon.server.spi.Endpoints.SocketListener.SocketRequest;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentProtocol;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.RewardService.ServedReward;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import dev.guerdon.server.spi.ServedEnvironment;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running reward server: the native API, and the protocol of every trainer that the catalogue has. */
@Experimental
public final class RewardServer implements AutoCloseable {

    private static final int WARM_UP_MILLIS = 5_000;

    private final ScoringService scoring;
    private final ServedEnvironments environments;
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
        ServedEnvironments.check(definition);
        this.tls = security.tls().map(LiveTls::new).orElse(null);
        this.scoring = new ScoringService(definition);
        this.environments = new ServedEnvironments(scoring);
        try {
            this.server = GuerdonServer.open(
                    new All(endpoints(definition)),
                    host,
                    port,
                    new AccessFilter(
                                    () -> tokens,
                                    loopback,
                                    host,
                                    ScoringService.OPEN,
                                    definition.limits().body())
                            .forbidding(RewardProtocols.FORBIDDING)
                            .onlyFor(this::isBelieved),
                    definition.limits().body(),
                    // Streams of lines may be of any length; everything else is held to its limit where it is read.
                    settings -> secured(settings)
                            .maxPayloadSize(Long.MAX_VALUE)
                            // The library takes a connection for idle whose last request began long ago, such as a
                            // stream.
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

    /** Starts a server of one environment, with the same tokens and certificates. */
    private GuerdonServer openOwn(Endpoints endpoints, int port) {
        return GuerdonServer.open(
                endpoints,
                host,
                port,
                new AccessFilter(() -> tokens, loopback, host, Set.of(), AccessFilter.LARGEST_BODY)
                        .onlyFor(this::isBelieved),
                AccessFilter.LARGEST_BODY,
                settings -> secured(settings).maxPayloadSize(AccessFilter.LARGEST_BODY));
    }

    private WebServerConfig.Builder secured(WebServerConfig.Builder settings) {
        if (tls != null) {
            settings.tls(tls.tls());
        }
        return settings;
    }

    /** Returns whether a client may come in by its certificate, if it needs one. */
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
            warmUp(host, server.port());
        }
        return server;
    }

    /**
     * Sends a few requests to the server before anybody else does; whatever fails is of no matter.
     *
     * <p>Classes are loaded while they are answered. Where many clients are the first at once, their virtual threads wait for each other's
     * classes, which they cannot do without a carrier; the pool makes one for each, and keeps far more than there are processors.
     */
    private static void warmUp(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), WARM_UP_MILLIS);
            socket.setSoTimeout(WARM_UP_MILLIS);
            String head = " HTTP/1.1\r\nHost: localhost:" + port + "\r\n";
            String body = "{\"final_response\":\"\"}";
            // A path that takes no POST: nothing is counted as a request for scores.
            String requests = "GET /healthz" + head + "\r\n" + "POST /healthz" + head
                    + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body
                    + "GET /healthz" + head + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            System.getLogger(RewardServer.class.getName())
                    .log(System.Logger.Level.DEBUG, "the server could not send itself a request", e);
        }
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
        all.addAll(scoring.endpoints(security.signer(), environments, protocols));
        Services services = new Services(scoring, environments);
        protocols.forEach(protocol -> all.add(protocol.open(services)));
        return all;
    }

    /** Serves what another definition says, from the next request on; those under way end as they began. */
    public synchronized void replace(ServeDefinition definition) {
        Tokens fresh = tokens(definition);
        ServedEnvironments.check(definition);
        scoring.replace(definition);
        environments.replaced();
        tokens = fresh;
    }

    /** Returns what is served now. */
    public List<ServedReward> rewards() {
        return scoring.rewards();
    }

    /** Returns the environments that are served now. */
    public List<ServedEnvironment> environments() {
        return environments.environments();
    }

    /** Returns where environments are found that have a port of their own, by name. */
    public Map<String, String> ownUrls() {
        return own.urls();
    }

    /** Ends the process if a port of this server takes no connections any more; see {@link GuerdonServer#exitWhenDeaf}. */
    public void exitWhenDeaf(Consumer<String> say, int exitCode) {
        server.exitWhenDeaf(say, exitCode);
        own.exitWhenDeaf(say, exitCode);
    }

    public int port() {
        return server.port();
    }

    /** Returns where clients find it: {@code http://127.0.0.1:8700}. */
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

    /**
     * Services of a server for its protocols.
     *
     * @param scoring its rewards
     * @param environments its environments
     */
    private record Services(ScoringService scoring, EnvironmentService environments) implements RewardService {

        @Override
        public List<ServedReward> rewards() {
            return scoring.rewards();
        }

        @Override
        public ServedReward reward(String name) {
            return scoring.reward(name);
        }

        @Override
        public ServeLimits limits() {
            return scoring.limits();
        }

        @Override
        public List<Score> score(
                ServerRequest request, ServedReward reward, List<? extends Sample> samples, long bytes) {
            return scoring.score(request, reward, samples, bytes);
        }
    }

    /**
     * The environments of a definition that have a port of their own, each in its own protocol.
     *
     * <p>AgentFly's clients know one server for each kind of environment, with paths that the protocols of trainers also have.
     */
    static final class OwnServers implements AutoCloseable {

        private final Map<String, GuerdonServer> servers = new LinkedHashMap<>();

        /**
         * Starts them all, or none.
         *
         * @param opener starts a server on a port
         * @throws GuerdonException if a port is not free, or an environment cannot be made
         */
        OwnServers(ServeDefinition definition, BiFunction<Endpoints, Integer, GuerdonServer> opener) {
            try {
                for (EnvironmentDefinition environment : definition.environments()) {
                    if (environment.ownPort() != EnvironmentDefinition.NO_PORT) {
                        servers.put(environment.name(), open(definition.registry(), environment, opener));
                    }
                }
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        private static GuerdonServer open(
                Registry registry,
                EnvironmentDefinition environment,
                BiFunction<Endpoints, Integer, GuerdonServer> opener) {
            EnvironmentProvider provider = environment.check(registry);
            EnvironmentProtocol protocol = registry.all(EnvironmentProtocol.class).stream()
                    .filter(each -> each.environment().equals(environment.environment()))
                    .findFirst()
                    .orElseGet(() -> GuerdonServer.generalProtocol(environment.environment()));
            Map<String, String> options = new LinkedHashMap<>(environment.settings());
            options.put("max-sessions", String.valueOf(environment.maxSessions()));
            options.put("session-timeout", DurationText.exact(environment.idle()));
            options.put("deadline", DurationText.exact(environment.deadline()));
            Endpoints endpoints = protocol.open(provider, options);
            try {
                return opener.apply(endpoints, environment.ownPort());
            } catch (RuntimeException e) {
                endpoints.close();
                throw e;
            }
        }

        /** Returns where each is found, by the name of the environment. */
        Map<String, String> urls() {
            Map<String, String> urls = new LinkedHashMap<>();
            servers.forEach((name, server) -> urls.put(name, server.url()));
            return urls;
        }

        void exitWhenDeaf(Consumer<String> say, int exitCode) {
            servers.values().forEach(server -> server.exitWhenDeaf(say, exitCode));
        }

        @Override
        public void close() {
            servers.values().forEach(GuerdonServer::close);
        }
    }
}
