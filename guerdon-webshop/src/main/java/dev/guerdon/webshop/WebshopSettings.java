package dev.guerdon.webshop;

/**
 * How a text environment shows the shop.
 *
 * @param mode what an observation is
 * @param attributesTab whether item pages have the button for attributes
 * @param sessionPrefix goes before the id of each session
 * @param previousObservations how many earlier observations each one repeats
 * @param previousActions how many earlier actions each observation repeats
 * @param compat whether goals are drawn and actions after a purchase taken as in the reference, for its recordings
 */
record WebshopSettings(
        ObservationMode mode,
        boolean attributesTab,
        String sessionPrefix,
        int previousObservations,
        int previousActions,
        boolean compat) {

    static WebshopSettings standard() {
        return new WebshopSettings(ObservationMode.TEXT, false, "", 0, 0, false);
    }

    /** The same as the reference has it. */
    WebshopSettings asReference() {
        return new WebshopSettings(mode, attributesTab, sessionPrefix, previousObservations, previousActions, true);
    }

    WebshopSettings withMode(ObservationMode other) {
        return new WebshopSettings(other, attributesTab, sessionPrefix, previousObservations, previousActions, compat);
    }
}
