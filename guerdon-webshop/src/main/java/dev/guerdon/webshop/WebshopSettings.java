package dev.guerdon.webshop;

/**
 * How a text environment shows the shop.
 *
 * @param mode what an observation is
 * @param attributesTab whether item pages have the button for attributes
 * @param sessionPrefix goes before the id of each session
 * @param previousObservations how many earlier observations each one repeats
 * @param previousActions how many earlier actions each observation repeats
 * @param goesOnAfterPurchase whether actions after a purchase are still taken, as in the reference; else they are refused
 */
record WebshopSettings(
        ObservationMode mode,
        boolean attributesTab,
        String sessionPrefix,
        int previousObservations,
        int previousActions,
        boolean goesOnAfterPurchase) {

    static WebshopSettings standard() {
        return new WebshopSettings(ObservationMode.TEXT, false, "", 0, 0, true);
    }

    WebshopSettings withMode(ObservationMode other) {
        return new WebshopSettings(
                other, attributesTab, sessionPrefix, previousObservations, previousActions, goesOnAfterPurchase);
    }
}
