package io.pq2.spark.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExecutorJarsTest {

    private static final Optional<String> ON_DRIVER = Optional.of("file:/jars/pq2.jar");

    private static final String LAMBDA = """
            java.lang.ClassCastException: cannot assign instance of java.lang.invoke.SerializedLambda to field \
            org.apache.spark.rdd.MapPartitionsRDD.f of type scala.Function3 in instance of \
            org.apache.spark.rdd.MapPartitionsRDD
            \tat java.base/java.io.ObjectStreamClass$FieldReflector.setObjFieldValues(ObjectStreamClass.java:2227)
            """;

    private static final String COLLECTION = "java.lang.ClassCastException: cannot assign instance of "
            + "scala.collection.generic.DefaultSerializationProxy to field "
            + "org.apache.spark.rdd.RDD.dependencies_ of type scala.collection.immutable.Seq";

    @Test
    void aMissingClassOfPq2IsNamed() {
        String missing = "java.lang.ClassNotFoundException: io.pq2.spark.internal.tasks.Elements\n\tat java.base/";
        assertThat(ExecutorJars.message(missing, Optional.empty()).orElseThrow())
                .contains("An executor does not have the jar of pq2")
                .contains("did not find io.pq2.spark.internal.tasks.Elements. ")
                .contains("--jars");
        String cause = "java.lang.RuntimeException: x\nCaused by: java.lang.NoClassDefFoundError: io/pq2/read/Scan$A\n";
        assertThat(ExecutorJars.message(cause, ON_DRIVER).orElseThrow()).contains("did not find io.pq2.read.Scan$A. ");
    }

    @Test
    void anObjectThatJavaCannotReadIsExplainedIfSparkDoesNotSendTheJar() {
        for (String failure : new String[] {LAMBDA, COLLECTION}) {
            assertThat(ExecutorJars.message(failure, ON_DRIVER).orElseThrow())
                    .contains("Spark does not send the jar of pq2 (file:/jars/pq2.jar) to executors.")
                    .contains("--jars");
            assertThat(ExecutorJars.message(failure, Optional.empty())).isEmpty();
        }
    }

    @Test
    void otherFailuresAreNotExplained() {
        for (String failure : new String[] {
            "java.lang.ClassNotFoundException: io.other.Function",
            "java.lang.NoClassDefFoundError: Could not initialize class io.pq2.internal.compression.Zstd",
            "java.lang.ClassCastException: class java.lang.Long cannot be cast to class java.lang.Integer",
            "io.pq2.exception.CorruptFileException: a.parquet: no footer"
        }) {
            assertThat(ExecutorJars.message(failure, ON_DRIVER)).as(failure).isEmpty();
        }
    }
}
