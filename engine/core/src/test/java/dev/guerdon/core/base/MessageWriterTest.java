package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Message;
import dev.guerdon.api.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageWriterTest {

    @Test
    void readerGivesBackWhatWasWritten() {
        List<Message> messages = List.of(
                Message.system("be brief"),
                Message.user("2 + 2?"),
                Message.assistant("let me see", List.of(new ToolCall("c1", "add", Map.of("a", 2), ""))),
                Message.assistant("", List.of(new ToolCall("", "add", Map.of("a", 2), "{\"a\": 2}"))),
                Message.tool("c1", "add", "4"),
                new Message(
                        "user",
                        List.of(
                                new Message.Text("look"),
                                new Message.Media("image_url", Map.of("type", "image_url", "image_url", "data:x"))),
                        List.of(),
                        "ann",
                        null),
                new Message("user", List.of(new Message.Text("one part")), List.of(), null, null, true));
        String json = JsonCodec.write(MessageWriter.messages(messages));
        Object read = JsonCodec.read(json, "messages").value();
        assertThat(read).isNotNull();
        assertThat(MessageReader.messages(read)).isEqualTo(messages);
    }

    @Test
    void plainTextStaysAPlainString() {
        assertThat(JsonCodec.write(MessageWriter.message(Message.user("hi"))))
                .isEqualTo("{\"role\":\"user\",\"content\":\"hi\"}");
    }
}
