package dev.guerdon.benchmarks.cluster;

/** Measured jobs on one machine, as the simulator sees them. */
final class Trials {

    private Trials() {}

    /**
     * The CPU seconds of a job whose driver and executor are one process, as with {@code local[2]}: those of the start, of the slots, and
     * of the driver.
     */
    static double simulate(Calibration calibration, Calibration.Trial trial) {
        Settings settings = Settings.scoring(
                "--records", "" + trial.records(),
                "--record-bytes", "" + trial.recordBytes(),
                "--machines", "1",
                "--cores", "" + trial.cores(),
                "--speed", "" + (trial.cores() == 1 ? 1 : calibration.of("speed_of_two")),
                "--executor-start", "0s",
                "--piece", "" + (long) trial.pieceBytes(),
                "--reward", "constant",
                "--slow-machines", "0",
                "--failures", "0",
                "--machine-bandwidth", "none",
                "--store-bandwidth", "none");
        Job job = new Scoring(calibration, settings).job("trial");
        double slots =
                Simulation.run(job.machines(), job.rules(), job.stages(), 1).usefulSeconds();
        double driver = 0;
        for (Stage stage : job.stages()) {
            driver += stage.pieces()
                    * (job.rules().launchSeconds()
                            + (stage.commits() ? job.rules().commitSeconds() : 0));
        }
        return job.rules().startSeconds() + slots + driver;
    }
}
