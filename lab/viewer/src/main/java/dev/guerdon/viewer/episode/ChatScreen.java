package dev.guerdon.viewer.episode;

import dev.guerdon.api.Message;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.viewer.episode.OpenRuns.Opened;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Conversation of an episode, message by message, as it is kept for trainers. */
final class ChatScreen {

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
            int segment,
            int number,
            String role,
            String name,
            TextPassage text,
            List<String> calls,
            List<String> other) {}

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        Opened opened = runs.episode(address);
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
                            links.served() ? opened.chat(number, links) + "&message=" + (number + 1) : ""));
                }
                number++;
            }
        }
        String before = from > 0 ? opened.chat(Math.max(0, from - ON_A_PAGE), links) : "";
        String after = links.served() && from + ON_A_PAGE < number ? opened.chat(from + ON_A_PAGE, links) : "";
        String here = opened.at(-1, links);
        PageFrame frame = new PageFrame(
                "Conversation · " + opened.episode().task(),
                links,
                List.of(
                        new PageFrame.Crumb(opened.run(), links.run(opened.run())),
                        new PageFrame.Crumb(opened.episode().task(), here)),
                List.of("trace.css", "trace.js"));
        return new ScreenAnswer.Html(
                "episode/episodechat.jte",
                Map.of("frame", frame, "said", said, "of", number, "before", before, "after", after));
    }

    private static Said said(int segment, int number, Message message, boolean all, String whole) {
        return new Said(
                segment,
                number,
                message.role(),
                message.name() == null ? "" : message.name(),
                TextPassage.of(message.text(), all ? Integer.MAX_VALUE : TextPassage.USUAL, whole),
                message.toolCalls().stream()
                        .map(call -> call.name() + "("
                                + (call.argumentsText().isBlank()
                                        ? JsonCodec.write(call.arguments())
                                        : call.argumentsText())
                                + ")")
                        .map(TextPassage::visible)
                        .toList(),
                message.content().stream()
                        .filter(Message.Media.class::isInstance)
                        .map(part -> "[" + TextPassage.line(((Message.Media) part).type(), 40) + ", not shown]")
                        .toList());
    }
}
