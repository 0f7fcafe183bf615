package dev.guerdon.server.trainer;

import dev.guerdon.api.Internal;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService;

/** NeMo Gym's resources server: seeds, tools, verdicts and aggregated metrics, and episodes in the form of Gymnasium. */
@Internal
public final class NemoGymProtocol implements RewardProtocol {

    @Override
    public String name() {
        return "nemo-gym";
    }

    @Override
    public String description() {
        return "NeMo Gym's resources server: POST /seed_session, /TOOL, /verify, /close_session, /aggregate_metrics, /reset, /step";
    }

    @Override
    public String unscored() {
        return "reward 0.0 with mask_sample = true, failure_kind, failure_reason and the keys by which the row is tried again";
    }

    @Override
    public Endpoints open(RewardService rewards) {
        return new NemoGymEndpoints(rewards);
    }
}
