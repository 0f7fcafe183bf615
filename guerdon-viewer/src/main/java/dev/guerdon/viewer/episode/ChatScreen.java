package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Message;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was said in an episode, message by message, as it is kept for trainers. */
@Internal
public final class ChatScreen implements Screen {

    private static final int ON_A_PAGE = 50;

    private final OpenRuns runs;

    public ChatScreen(OpenRuns runs) {
        this.runs = runs;
    }

    /**
     * A message.
     *
     * @param segment the segment of a conversation that was folded, from 1
     * @param number its place, from 1
     * @param calls the tools that it asks for
     * @param other parts that are no text, in words
     */
    public record Said(
            int segment, int number, String role, String name, Passage text, List<String> calls, List<String> other) {}

    @Override
    public String path() {
        return "/runs/{run}/chat";
    }

    @Override
    public Answer show(Address address, Links links) {
        Opened opened = runs.episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
        Episode episode = opened.episode();
        int from = Math.max(0, address.number("from", 0));
        List<Said> said = new ArrayList<>();
        int segment = 0;
        int number = 0;
        for (List<Message> messages : opened.detail().trajectory().segments()) {
            segment++;
            for (Message message : messages) {
                if (number >= from && (number < from + ON_A_PAGE || !links.served())) {
                    said.add(said(
                            segment,
                            number + 1,
                            message,
                            address.number("message", 0) == number + 1,
                            links.served()
                                    ? links.chat(opened.run(), episode.task(), episode.repeat(), number) + "&message="
                                            + (number + 1)
                                    : ""));
                }
                number++;
            }
        }
        String before = from > 0
                ? links.chat(opened.run(), episode.task(), episode.repeat(), Math.max(0, from - ON_A_PAGE))
                : "";
        String after = links.served() && from + ON_A_PAGE < number
                ? links.chat(opened.run(), episode.task(), episode.repeat(), from + ON_A_PAGE)
                : "";
        String here = links.episode(opened.run(), episode.task(), episode.repeat(), -1);
        Frame frame = new Frame(
                "Conversation · " + episode.task(),
                links,
                List.of(new Frame.Crumb(opened.run(), links.run(opened.run())), new Frame.Crumb(episode.task(), here)),
                List.of("trace.css", "trace.js"));
        return new Answer.Html(
                "episodechat.jte",
                Map.of("frame", frame, "said", said, "of", number, "before", before, "after", after));
    }

    private static Said said(int segment, int number, Message message, boolean all, String whole) {
        return new Said(
                segment,
                number,
                message.role(),
                message.name() == null ? "" : message.name(),
                Passage.of(message.text(), all ? Integer.MAX_VALUE : Passage.USUAL, whole),
                message.toolCalls().stream()
                        .map(call -> call.name() + "("
                                + (call.argumentsText().isBlank()
                                        ? JsonCodec.write(call.arguments())
                                        : call.argumentsText())
                                + ")")
                        .map(Passage::visible)
                        .toList(),
                message.content().stream()
                        .filter(Message.Media.class::isInstance)
                        .map(part -> "[" + Passage.line(((Message.Media) part).type(), 40) + ", not shown]")
                        .toList());
    }
}
