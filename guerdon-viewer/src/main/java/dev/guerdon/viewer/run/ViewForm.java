package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.note.SavedView;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Form;
import dev.guerdon.viewer.page.Links;
import java.time.Instant;

/** Saves or deletes a view of a run's table. */
@Internal
public final class ViewForm implements Form {

    private final RunData data;

    public ViewForm(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/views";
    }

    @Override
    public Answer take(Address address, Links links) {
        TableAddress asked = TableAddress.of(address);
        String delete = address.text("delete", "");
        if (delete.isEmpty()) {
            data.views()
                    .save(new SavedView(
                            address.text("name", "").strip(),
                            asked.filter(),
                            asked.sort(),
                            asked.columns(),
                            address.text("who", ""),
                            Instant.now()));
        } else {
            data.views().delete(delete);
        }
        return new Answer.Elsewhere(asked.page(links));
    }
}
