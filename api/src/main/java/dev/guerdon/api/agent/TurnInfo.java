package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.ToolOutcome;
import java.util.Set;

/** Keys of {@link Turn#info} that have a fixed meaning, so that the run of any agent can be diagnosed. */
@Experimental
public final class TurnInfo {

    private TurnInfo() {}

    /** The address of the page that was shown. */
    public static final String URL = "url";

    /** The whole text of the page, of which the prompt may hold only the beginning. */
    public static final String PAGE_TEXT = "page_text";

    /** At how many characters the page was cut for the prompt; absent if all of it was shown. */
    public static final String PAGE_CUT = "page_cut";

    /** The whole payload of a fetch, up to the cap of what is kept. */
    public static final String PAYLOAD = "payload";

    /** At how many characters a payload was cut for the prompt; absent if all of it was shown. */
    public static final String PAYLOAD_CUT = "payload_cut";

    /** Why the reply could not be read as an action. */
    public static final String PARSE_ERROR = "parse_error";

    /** The error of the tool or action. */
    public static final String TOOL_ERROR = "tool_error";

    /** An address that rules or the site refused. */
    public static final String BLOCKED = "blocked";

    /** True if the environment itself broke (a crash, a lost connection), which is not the agent's fault. */
    public static final String ENVIRONMENT_FAULT = ToolOutcome.ENVIRONMENT_FAULT;

    /** The name of the limit at which the environment cut the episode. */
    public static final String TRUNCATED_BY = ToolOutcome.TRUNCATED_BY;

    /** The name of the thing that was done, such as {@code fetch_json}, with {@link #PARAMS}. */
    public static final String ACTION_NAME = "action_name";

    /** The parameters of what was done, an object. */
    public static final String PARAMS = "params";

    /**
     * Why the model's reply ended: {@code stop}, {@code length} if it was cut by its limit of tokens, {@code content_filter} if a
     * filter held it back; absent if unknown.
     */
    public static final String REPLY_FINISH = "reply_finish";

    /** How often the model was asked again in this turn, after a rate limit, a timeout or an error of its server; absent for never. */
    public static final String RETRIES = "retries";

    /** How many seconds of this turn went into waiting before the model was asked; absent for none. */
    public static final String WAITED_SECONDS = "waited_seconds";

    /** All of them. */
    public static final Set<String> KEYS = Set.of(
            URL,
            PAGE_TEXT,
            PAGE_CUT,
            PAYLOAD,
            PAYLOAD_CUT,
            PARSE_ERROR,
            TOOL_ERROR,
            BLOCKED,
            ENVIRONMENT_FAULT,
            TRUNCATED_BY,
            ACTION_NAME,
            PARAMS,
            REPLY_FINISH,
            RETRIES,
            WAITED_SECONDS);
}
