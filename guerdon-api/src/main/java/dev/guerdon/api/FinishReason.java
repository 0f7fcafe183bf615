package dev.guerdon.api;

import java.util.Locale;

/** Why a rollout ended. */
@Stable
public enum FinishReason {
    /** The environment, or a terminal tool, ended the episode. */
    TERMINAL,
    /** The limit of turns was reached. */
    MAX_TURNS,
    /** The model answered without asking for a tool. */
    NO_TOOL_CALLS,
    /** A limit of tokens, time or money was reached. */
    BUDGET,
    /** The model, a tool or the environment failed. */
    ERROR,
    /** The caller cancelled the rollout. */
    CANCELLED,
    /** The source does not say, as for trajectories read from a file. */
    UNKNOWN;

    /** The word used in files: lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
