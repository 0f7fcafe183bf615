package dev.guerdon.agent;

import dev.guerdon.api.Message;

/**
 * A model's answer.
 *
 * @param message the assistant message
 * @param usage what it cost
 */
public record ModelReply(Message message, Usage usage) {}
