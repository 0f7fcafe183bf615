package dev.guerdon.browser.cdp;

import dev.guerdon.browser.tab.Opening;
import dev.guerdon.browser.tab.Persona;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who and where the browser says that it is, as commands for each of its pages. */
final class Impersonation {

    private Impersonation() {}

    static Map<String, Map<String, Object>> of(Opening opening) {
        Persona persona = opening.persona();
        String locale = opening.needs().locale();
        String timezone = opening.needs().timezone();
        Map<String, Map<String, Object>> commands = new LinkedHashMap<>();
        Map<String, Object> name = new LinkedHashMap<>();
        if (persona.userAgent() != null) {
            name.put("userAgent", persona.userAgent());
        }
        if (locale != null) {
            name.put("acceptLanguage", locale);
            commands.put("Emulation.setLocaleOverride", Map.of("locale", locale));
        }
        if (!name.isEmpty()) {
            name.putIfAbsent("userAgent", ""); // Chromium's own.
            commands.put("Emulation.setUserAgentOverride", name);
        }
        if (timezone != null) {
            commands.put("Emulation.setTimezoneOverride", Map.of("timezoneId", timezone));
        }
        Persona.Place place = persona.place();
        if (place != null) {
            commands.put(
                    "Emulation.setGeolocationOverride",
                    Map.of(
                            "latitude", place.latitude(),
                            "longitude", place.longitude(),
                            "accuracy", place.accuracy()));
        }
        if (persona.ignoreHttpsErrors()) {
            commands.put("Security.setIgnoreCertificateErrors", Map.of("ignore", true));
        }
        return commands;
    }
}
