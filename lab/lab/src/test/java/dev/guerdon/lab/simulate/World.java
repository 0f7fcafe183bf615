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

        @Override
        double expected(double task) {
            return 0.5;
        }
    },
    /** Right or wrong, easy and hard tasks. */
    MIXED("0/1, easy and hard tasks") {
        @Override
        double reward(double task, SplittableRandom random) {
            return random.nextDouble() < task ? 1 : 0;
        }

        @Override
        double expected(double task) {
            return task;
        }
    },
    /** Anything from 0 to 1. */
    GRADED("graded") {
        @Override
        double reward(double task, SplittableRandom random) {
            return Math.rint(20 * Math.clamp(task + 0.6 * random.nextDouble() - 0.3, 0, 1)) / 20;
        }

        @Override
        double expected(double task) {
            double sum = 0;
            for (int i = 0; i < 600; i++) {
                sum += Math.rint(20 * Math.clamp(task + 0.6 * (i + 0.5) / 600 - 0.3, 0, 1)) / 20;
            }
            return sum / 600;
        }
    },
    /** Nine of ten tasks always come out the same. */
    TIED("tied") {
        @Override
        double reward(double task, SplittableRandom random) {
            return task < 0.1 ? random.nextInt(2) : task < 0.55 ? 0 : 1;
        }

        @Override
        double expected(double task) {
            return task < 0.1 ? 0.5 : task < 0.55 ? 0 : 1;
        }
    },
    /** Nearly always high, seldom nothing. */
    SKEWED("skewed") {
        @Override
        double reward(double task, SplittableRandom random) {
            return random.nextInt(10) == 0 ? 0 : 0.9;
        }

        @Override
        double expected(double task) {
            return 0.81;
        }
    },
    /** A useless change that gains a little nearly always and loses nearly all seldom: equal means, unequal shapes. */
    TRADED("useless by trading") {
        @Override
        double reward(double task, SplittableRandom random) {
            return 0.9;
        }

        @Override
        double expected(double task) {
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

    /** The mean reward of a task, the same for a change that brings nothing. */
    abstract double expected(double task);

    /** The mean over all tasks. */
    double mean() {
        int many = 10_000;
        double sum = 0;
        for (int i = 0; i < many; i++) {
            sum += expected((i + 0.5) / many);
        }
        return sum / many;
    }
}
