package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.SecretFilter;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import gg.jte.output.Utf8ByteOutput;
import org.jspecify.annotations.Nullable;

/**
 * Turns answers into HTML without secrets; the build made classes of the templates, which escape every text for the place where it
 * stands.
 */
@Internal
public final class PageTemplates {

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageTemplates.class.getClassLoader(), "dev.guerdon.viewer");

    /** Returns the page as UTF-8. */
    public byte[] render(ScreenAnswer.Html page) {
        Utf8ByteOutput out = new Utf8ByteOutput();
        engine.render(page.template(), page.model(), new PageOutput(out));
        return out.toByteArray();
    }

    /** Returns the page as a text, which may hold what UTF-8 cannot: halves of pairs. */
    public String text(ScreenAnswer.Html page) {
        StringOutput out = new StringOutput();
        engine.render(page.template(), page.model(), new PageOutput(out));
        return out.toString();
    }

    /** Takes secrets out of every text that a template shows, before it is escaped: escaped, a secret may look like none. */
    static final class PageOutput extends OwaspHtmlTemplateOutput {

        PageOutput(TemplateOutput out) {
            super(out);
        }

        @Override
        public void writeUserContent(@Nullable String text) {
            super.writeUserContent(text == null ? null : SecretFilter.known().redact(text));
        }
    }
}
