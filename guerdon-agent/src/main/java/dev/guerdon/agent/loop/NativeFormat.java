package dev.guerdon.agent.loop;

import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import dev.guerdon.core.ToolEntry;
import java.util.List;

/** The model's own tool calling: what it writes as text is its answer. */
final class NativeFormat implements ActionFormat {

    @Override
    public String instructions(List<ToolEntry> tools) {
        return "";
    }

    @Override
    public boolean offersNatively() {
        return true;
    }

    @Override
    public Reading read(String reply, List<ToolEntry> tools) {
        return new Reading.Answer(FinalResponse.in(reply));
    }

    @Override
    public Message answer(ToolCall call, String text) {
        return Message.tool(call.id(), call.name(), text);
    }
}
