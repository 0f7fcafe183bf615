package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;

/** Turns answers into HTML; the build made classes of the templates, which escape every text for the place where it stands. */
@Internal
public final class Templates {

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Templates.class.getClassLoader(), "dev.guerdon.viewer.template");

    /** The page as UTF-8. */
    public byte[] render(Answer.Html page) {
        Utf8ByteOutput out = new Utf8ByteOutput();
        engine.render(page.template(), page.model(), out);
        return out.toByteArray();
    }
}
