package dev.guerdon.benchmarks.cluster;

import java.util.List;

/** Jobs of {@code guerdon score --on}: a pass that counts lines, and one that scores. */
final class Scoring {

    private final Calibration calibration;
    private final Settings settings;

    Scoring(Calibration calibration, Settings settings) {
        this.calibration = calibration;
        this.settings = settings;
    }

    Job job(String name) {
        double records = settings.number("records");
        double bytes = records * settings.number("record-bytes");
        double size = settings.text("piece").equals(Settings.AUTO)
                ? pieceSize(bytes, settings.number("machines") * settings.number("cores"))
                : settings.number("piece");
        int pieces = (int) Math.max(1, Math.ceil(bytes / size));
        double inPiece = records / pieces;
        double bytesIn = bytes / pieces;
        Stage count = new Stage(
                "count",
                pieces,
                inPiece,
                bytesIn,
                0,
                0,
                Double.POSITIVE_INFINITY,
                new Cost.Constant(bytesIn * calibration.of("count_seconds_per_byte")),
                false);
        Stage score = new Stage(
                "score",
                pieces,
                inPiece,
                bytesIn,
                inPiece * calibration.of("output_bytes_per_record"),
                settings.text("reward").equals("judge") ? inPiece : 0,
                settings.number("judge-rate"),
                cost(inPiece, bytesIn),
                true);
        return new Job(
                name,
                machines(calibration, settings, (int) settings.number("cores")),
                rules(calibration, settings, calibration.of("commit_seconds")),
                pieces == 1 ? List.of(score) : List.of(count, score),
                calibration.of("shipped_bytes"),
                calibration.of("message_bytes"));
    }

    /** The size that {@code guerdon score --on} chooses: 32 pieces for each slot, of 1 to 32 MiB; more where there would be over 50,000. */
    static double pieceSize(double bytes, double slots) {
        return Math.max(Math.clamp(bytes / (slots * 32), 1 << 20, 32 << 20), bytes / 50_000);
    }

    private Cost cost(double records, double bytes) {
        double usual = calibration.of("piece_seconds")
                + bytes * calibration.of("score_seconds_per_byte")
                + records * (calibration.of("score_seconds_per_record") + settings.number("reward-seconds"));
        return switch (settings.text("reward")) {
            case "constant" -> new Cost.Constant(usual);
            case "lognormal" -> new Cost.Lognormal(usual, settings.number("sigma"));
            case "heavy" ->
                new Cost.HeavyTail(
                        usual,
                        records * settings.number("slow-records"),
                        settings.number("slow-least"),
                        settings.number("slow-alpha"),
                        settings.number("deadline"));
            case "judge" ->
                new Cost.Asking(usual, records, settings.number("latency"), settings.number("latency-sigma"), (int)
                        settings.number("at-once"));
            default ->
                throw new IllegalArgumentException("expected --reward constant, lognormal, heavy or judge, found '"
                        + settings.text("reward") + "'");
        };
    }

    static Machines machines(Calibration calibration, Settings settings, int slots) {
        return new Machines(
                (int) settings.number("machines"),
                slots,
                settings.number("speed"),
                settings.number("executor-start"),
                calibration.of("warmup_seconds"),
                settings.number("machine-bandwidth"),
                settings.number("store-bandwidth"),
                settings.number("failures"),
                settings.number("slow-machines"),
                settings.number("slow-factor"),
                settings.number("price"));
    }

    static Rules rules(Calibration calibration, Settings settings, double commitSeconds) {
        return new Rules(
                calibration.of("driver_start_seconds"),
                calibration.of("launch_seconds"),
                settings.has("commit") ? settings.number("commit") : commitSeconds,
                settings.number("cut-after"),
                settings.isOn("speculation"),
                0.9,
                3,
                4);
    }
}
