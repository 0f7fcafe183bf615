package dev.guerdon.benchmarks.cluster;

/**
 * What one simulated job came to.
 *
 * @param seconds from the start of the driver to the last commit
 * @param done whole pieces of all stages that were finished, the parts of cut ones added up
 * @param usefulSeconds of slots, spent on attempts that were finished
 * @param wastedSeconds of slots, spent on attempts that were lost, or that another copy overtook
 * @param outputs that the driver made final; more than pieces where some were cut
 * @param lost attempts that went with their executor
 * @param copies that speculation started
 * @param cuts of pieces that ran too long
 * @param failures of executors
 * @param driverBusy the share of the time in which the driver was launching, or was committing; the larger of the two
 * @param bytes that were read and written, wasted ones included
 * @param stopped whether the job ended early, because one piece was lost too often
 */
record Outcome(
        double seconds,
        double done,
        double usefulSeconds,
        double wastedSeconds,
        int outputs,
        int lost,
        int copies,
        int cuts,
        int failures,
        double driverBusy,
        double bytes,
        boolean stopped) {

    /** The share of all time of all slots that went into attempts that were finished. */
    double utilisation(Machines machines) {
        return usefulSeconds / (seconds * machines.allSlots());
    }

    /** The share of the work that was thrown away. */
    double wasted() {
        return wastedSeconds == 0 ? 0 : wastedSeconds / (usefulSeconds + wastedSeconds);
    }

    /** Hours of machines, the driver's included, that the job holds. */
    double machineHours(Machines machines) {
        return seconds / 3600 * (machines.count() + 1);
    }
}
