package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Form;
import dev.guerdon.viewer.page.Links;
import java.util.Arrays;
import java.util.List;

/** Writes or deletes a note about a run or one of its episodes. */
@Internal
public final class NoteForm implements Form {

    private final RunData data;

    public NoteForm(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/notes";
    }

    @Override
    public Answer take(Address address, Links links) {
        String run = data.store().outline(address.part("run")).name();
        String task = address.text("task", "");
        int repeat = address.number("repeat", 0);
        String delete = address.text("delete", "");
        if (delete.isEmpty()) {
            List<String> tags = Arrays.stream(address.text("tags", "").split("[,\\s]+", -1))
                    .filter(tag -> !tag.isBlank())
                    .toList();
            data.notes().add(run, task, repeat, address.text("text", ""), tags, address.text("who", ""));
        } else {
            data.notes().delete(run, delete);
        }
        return new Answer.Elsewhere(
                task.isEmpty() ? links.run(run) + "#notes" : links.episode(run, task, repeat, -1) + "#notes");
    }
}
