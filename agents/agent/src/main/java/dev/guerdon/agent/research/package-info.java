/**
 * The agent {@code web-research}: sees a page, chooses one of six actions, and submits an answer within its steps.
 *
 * <p>{@link dev.guerdon.agent.research.ResearchAgent} is made from its settings. The system prompt is put together from sections,
 * which are plain text files: those that come along, or the user's own; replies are read leniently; pages and fetched JSON are cut
 * at stated lengths. May use the agent module's interfaces. It knows no browser and no particular web: both come by name from
 * the catalogue. Uses {@code spi}.
 */
@NullMarked
package dev.guerdon.agent.research;

import org.jspecify.annotations.NullMarked;
