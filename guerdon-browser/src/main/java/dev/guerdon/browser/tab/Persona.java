package dev.guerdon.browser.tab;

import dev.guerdon.api.Internal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who the browser of an episode is, to the pages it opens.
 *
 * @param userAgent how the browser names itself; null for Chromium's own name
 * @param place where pages are told the browser is; null for nowhere
 * @param ignoreHttpsErrors whether pages open although their certificate is not trusted
 * @param storageState cookies and storage that the browser begins with, in Playwright's JSON; null for none
 */
@Internal
public record Persona(
        @Nullable String userAgent,
        @Nullable Place place,
        boolean ignoreHttpsErrors,
        @Nullable Path storageState) {

    /** Nobody in particular. */
    public static final Persona STANDARD = new Persona(null, null, false, null);

    /** The same, with certificates that nobody trusts where asked for. */
    public Persona trustingAll(boolean all) {
        return new Persona(userAgent, place, ignoreHttpsErrors || all, storageState);
    }

    /**
     * A place on the earth.
     *
     * @param latitude degrees to the north, -90 to 90
     * @param longitude degrees to the east, -180 to 180
     * @param accuracy metres
     */
    public record Place(double latitude, double longitude, double accuracy) {

        /** Reads {@code LATITUDE,LONGITUDE} or {@code LATITUDE,LONGITUDE,METRES}. */
        public static Place of(String text) {
            String[] parts = text.split(",", -1);
            if (parts.length < 2 || parts.length > 3) {
                throw new IllegalArgumentException(text);
            }
            Place place = new Place(
                    Double.parseDouble(parts[0]),
                    Double.parseDouble(parts[1]),
                    parts.length == 3 ? Double.parseDouble(parts[2]) : 0);
            boolean there = Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180;
            if (!there || !(place.accuracy >= 0 && place.accuracy < 1e8)) {
                throw new IllegalArgumentException(text);
            }
            return place;
        }
    }
}
