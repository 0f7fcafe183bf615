package dev.guerdon.lab.simulate;

import java.util.SplittableRandom;

/** How rewards come about in a simulation. All lie between 0 and 1, and graded ones on a grid of twentieths. */
enum World {
    /** Right or wrong, each task as hard as any. */
    ZERO_ONE("0/1") {
        @Override
        double reward(double task, SplittableRandom random) {
            return random.nextDouble() < 0.5 ? 1 : 0;
        }
    },
    /** Right or wrong, easy and hard tasks. */
    MIXED("0/1, easy and hard tasks") {
        @Override
        double reward(double task, SplittableRandom random) {
            return random.nextDouble() < task ? 1 : 0;
        }
    },
    /** Anything from 0 to 1. */
    GRADED("graded") {
        @Override
        double reward(double task, SplittableRandom random) {
            return Math.rint(20 * Math.clamp(task + 0.6 * random.nextDouble() - 0.3, 0, 1)) / 20;
        }
    },
    /** Nine of ten tasks always come out the same. */
    TIED("tied") {
        @Override
        double reward(double task, SplittableRandom random) {
            return task < 0.1 ? random.nextInt(2) : task < 0.55 ? 0 : 1;
        }
    },
    /** Nearly always high, seldom nothing. */
    SKEWED("skewed") {
        @Override
        double reward(double task, SplittableRandom random) {
            return random.nextInt(10) == 0 ? 0 : 0.9;
        }
    },
    /** A useless change that gains a little nearly always and loses nearly all seldom: equal means, unequal shapes. */
    TRADED("useless by trading") {
        @Override
        double reward(double task, SplittableRandom random) {
            return 0.9;
        }

        @Override
        double useless(double task, SplittableRandom random) {
            return random.nextInt(10) == 0 ? 0 : 1;
        }
    };

    final String words;

    World(String words) {
        this.words = words;
    }

    /** The champion's reward for a task, which is a number between 0 and 1. */
    abstract double reward(double task, SplittableRandom random);

    /** The reward of a change that brings nothing. */
    double useless(double task, SplittableRandom random) {
        return reward(task, random);
    }

    /** The mean over all tasks, by integration over many. */
    double mean() {
        SplittableRandom random = new SplittableRandom(17);
        double sum = 0;
        int many = 2_000_000;
        for (int i = 0; i < many; i++) {
            sum += reward(random.nextDouble(), random);
        }
        return sum / many;
    }
}
