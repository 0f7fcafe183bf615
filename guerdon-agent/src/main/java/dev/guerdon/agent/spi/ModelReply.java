package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Message;

/**
 * A model's answer.
 *
 * @param message the assistant message
 * @param usage what it cost
 */
@Experimental
public record ModelReply(Message message, Usage usage) {}
