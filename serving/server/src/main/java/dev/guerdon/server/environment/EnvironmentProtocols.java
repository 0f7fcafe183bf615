package dev.guerdon.server.environment;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.server.environment.EnvironmentSessions.SessionOptions;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The protocols of environments that come with the server. */
@Internal
public final class EnvironmentProtocols {

    static final EnvironmentProtocol ALFWORLD = new Given(
            "alfworld",
            "AgentFly's ALFWorld protocol: /reset, /step, /close, /info, /admissible_commands, /available_tasks",
            8000,
            10_000,
            AlfworldEndpoints::new);

    static final EnvironmentProtocol WEBSHOP = new Given(
            "webshop",
            "the shop's pages for web browsers, with the addresses that AgentFly's client uses",
            3000,
            10_000,
            WebshopPages::open);

    static final EnvironmentProtocol SCIENCEWORLD = laboratory("scienceworld", "AgentFly's ScienceWorld server");

    public static final List<EnvironmentProtocol> ALL = List.of(
            ALFWORLD,
            WEBSHOP,
            SCIENCEWORLD,
            laboratory("minilab", "minilab in the protocol of AgentFly's ScienceWorld server"));

    /** The questions of a dataset, as an environment. */
    public static final EnvironmentProvider QUESTIONS = new QuestionProvider();

    private EnvironmentProtocols() {}

    private static EnvironmentProtocol laboratory(String environment, String server) {
        return new Given(
                environment, server + ": GET /health, /load, /reset, /step", 2700, 200, LaboratoryEndpoints::new);
    }

    /** Returns the protocol in which any environment can be served. */
    public static EnvironmentProtocol general(String environment) {
        return new General(environment);
    }

    /** Returns the options that every environment server understands, besides host, port and token. */
    public static List<Option> options(EnvironmentProtocol protocol) {
        return SessionOptions.options(protocol.mostSessions());
    }

    /** Returns the options that are the provider's own, to be changed at will. */
    static Map<String, String> ofProvider(EnvironmentProvider provider, Map<String, String> options) {
        Map<String, String> own = new LinkedHashMap<>(options);
        own.keySet().retainAll(provider.options().stream().map(Option::name).toList());
        return own;
    }

    /** Opens the endpoints of a protocol; {@code compat} keeps the oddities of the original server. */
    private interface Opener {
        Endpoints open(
                EnvironmentProvider provider, Map<String, String> options, SessionOptions limits, boolean compat);
    }

    /** A protocol in which an original server speaks. */
    private record Given(String environment, String description, int defaultPort, int mostSessions, Opener opener)
            implements EnvironmentProtocol {

        /** Makes a server speak as an original server does: {@code --compat agentfly} keeps its oddities. */
        private static final Option COMPAT =
                new Option("compat", "agentfly", "Answer exactly as the server of AgentFly does, with its oddities.");

        @Override
        public List<Option> options() {
            return List.of(COMPAT);
        }

        @Override
        public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
            boolean compat = isCompat(options.getOrDefault(COMPAT.name(), ""));
            return opener.open(provider, options, SessionOptions.of(options, mostSessions), compat);
        }

        private static boolean isCompat(String value) {
            if (value.isEmpty() || value.equals("false")) {
                return false;
            }
            if (!value.equals("agentfly") && !value.equals("true")) {
                throw new GuerdonException("expected --compat agentfly, found '" + value + "'");
            }
            return true;
        }
    }

    private record General(String environment) implements EnvironmentProtocol {

        @Override
        public String description() {
            return "the general protocol: POST /reset, /step, /close, GET /actions, /state, /tasks, /health";
        }

        @Override
        public List<Option> options() {
            return List.of();
        }

        @Override
        public int defaultPort() {
            return 8080;
        }

        @Override
        public Endpoints open(EnvironmentProvider provider, Map<String, String> options) {
            EnvironmentSessions sessions = new EnvironmentSessions(SessionOptions.of(options, mostSessions()));
            return new GenericEndpoints(
                    provider, ofProvider(provider, options), sessions, List.of("", GenericEndpoints.BESIDE));
        }
    }
}
