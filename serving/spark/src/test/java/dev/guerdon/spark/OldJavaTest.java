package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OldJavaTest {

    /** As Spark 4.2.0 on Java 17 says it. */
    private static final String MESSAGE =
            "Job aborted due to stage failure: Task 0 in stage 1.0 failed 4 times, most recent failure:"
                    + " Lost task 0.3 in stage 1.0 (TID 7) (127.0.0.1 executor 0): java.lang.UnsupportedClassVersionError:"
                    + " dev/guerdon/spark/cluster/PieceTask has been compiled by a more recent version of the Java Runtime (class file"
                    + " version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0\n\tat java.base/x";

    @Test
    void isASentenceThatSaysWhatToDo() {
        assertThat(SparkSubmission.oldJava(MESSAGE).orElseThrow())
                .startsWith("the executors run Java 17, and Guerdon needs Java 21 or newer there;")
                .contains("spark.executorEnv.JAVA_HOME=FOLDER");
    }

    @Test
    void otherFailuresAreOthers() {
        assertThat(SparkSubmission.oldJava("")).isEmpty();
        assertThat(SparkSubmission.oldJava(MESSAGE.replace("dev/guerdon/spark", "com/example")))
                .isEmpty();
        assertThat(SparkSubmission.oldJava(
                        "ExecutorLostFailure (executor 0 exited caused by one of the running tasks)"))
                .isEmpty();
    }
}
