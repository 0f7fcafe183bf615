package dev.guerdon.webresearch;

import dev.guerdon.api.Json;
import dev.guerdon.api.Step;
import java.util.Optional;

/**
 * What the live environment tells about its web, such as where its search engine is.
 *
 * @param info the task's own information, from the reset
 */
record Hints(Json info) {

    static Hints of(Step reset) {
        Json info = new Json(reset.info());
        Json seen = new Json(reset.observation().attributes());
        return new Hints(info.find("task_info")
                .or(() -> seen.find("task_info"))
                .filter(Json::isObject)
                .orElse(info));
    }

    Optional<String> text(String name) {
        return info.find(name).filter(Json::isString).map(Json::asString).filter(text -> !text.isBlank());
    }

    /** A setting where it is given, else the environment's hint, else what is usual. */
    String choose(String setting, String hint, String usual) {
        return setting.isEmpty() ? text(hint).orElse(usual) : setting;
    }
}
