package dev.guerdon.server.protocol;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.RewardProtocol;
import java.util.List;
import java.util.Set;

/** The protocols of trainers and the open standards that come with the server. */
@Internal
public final class RewardProtocols {

    /** The first parts of paths whose clients get 401 without a key, and 403 for a wrong one. */
    public static final Set<String> FORBIDDING = EvaluateEndpoints.PATHS;

    public static final List<RewardProtocol> ALL = List.of(
            RewardProtocol.of(
                    "openrlhf",
                    "OpenRLHF's --reward.remote_url: POST /get_reward, ?reward=NAME chooses",
                    "the fallback and extra_logs.unscored = 1; without a fallback 422, so that the trainer stops",
                    OpenRlhfEndpoints::new),
            RewardProtocol.of(
                    "remote_rm",
                    "slime's and miles' --rm-url: POST /remote_rm, ?reward=NAME chooses, ?form=object answers for"
                            + " --reward-key",
                    "503 where another try may help; else the fallback, and without one 422",
                    RemoteRmEndpoints::new),
            RewardProtocol.of(
                    "eval-protocol",
                    "eval-protocol's remote reward functions: POST /evaluate and /reward, ?reward=NAME chooses",
                    "/evaluate: is_score_valid = false with the reason; /reward, whose client reads the number alone:"
                            + " 422",
                    EvaluateEndpoints::new),
            RewardProtocol.of(
                    "nemo-gym",
                    "NeMo Gym's resources server: POST /seed_session, /TOOL, /verify, /close_session,"
                            + " /aggregate_metrics, /reset, /step",
                    "reward 0.0 with mask_sample = true, failure_kind, failure_reason and the keys by which the row is"
                            + " tried again",
                    NemoGymEndpoints::new),
            RewardProtocol.of(
                    "openenv",
                    "OpenEnv for environments: the WebSocket /ws, POST /reset, /step, GET /state, /metadata, /health,"
                            + " /schema, also behind /ENVIRONMENT",
                    "an error with the code EXECUTION_ERROR; over HTTP, 422",
                    OpenEnvEndpoints::new),
            RewardProtocol.of(
                    "mcp",
                    "the Model Context Protocol (streamable HTTP) for environments: /mcp and /ENVIRONMENT/mcp",
                    "a tool result with isError = true that says why",
                    McpEndpoints::new),
            RewardProtocol.of(
                    "ors",
                    "Open Reward Standard (openreward): GET /list_environments, /ENV/splits, POST /ENV/tasks, /create,"
                            + " /ENV/call",
                    "ok = false with the reason; score_group: an event 'error'",
                    OrsEndpoints::new));

    private RewardProtocols() {}
}
