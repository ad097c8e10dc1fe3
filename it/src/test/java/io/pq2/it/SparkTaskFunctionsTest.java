package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Checks that the functions that the Spark source sends to executors are named classes: only their base class passes
 * functions to RDDs. {@code SentTasksSpec} checks what is sent.
 */
class SparkTaskFunctionsTest {

    private static final String RDD = "org.apache.spark.rdd.RDD";
    private static final String CONTEXT = "org.apache.spark.SparkContext";

    /** The classes that pass functions to RDDs and jobs, with the methods. */
    private static final Set<String> CALLERS = Set.of(
            "io.pq2.spark.internal.tasks.TaskFunction.mapPartitions",
            // Its function is the class BytesOfRow.
            "io.pq2.spark.internal.operators.Pq2FinalAggregateExec.runJob",
            // Its function is the class CompactionWriter.
            "io.pq2.spark.internal.procedures.CompactionRun.submitJob");

    @Test
    void onlyNamedClassesAreSentToExecutors() {
        assertThat(MainClasses.imported().stream()
                        .filter(type -> type.getPackageName().startsWith("io.pq2.spark"))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(call -> isOnTasks(call.getTargetOwner()) && hasFunction(call))
                        .map(call -> call.getOriginOwner().getName() + "." + call.getName())
                        .collect(Collectors.toSet()))
                .isEqualTo(CALLERS);
    }

    private static boolean isOnTasks(JavaClass owner) {
        return owner.isAssignableTo(RDD)
                || owner.getName().equals(CONTEXT)
                || owner.getPackageName().equals("org.apache.spark.rdd")
                || owner.getPackageName().startsWith("org.apache.spark.api.java");
    }

    private static boolean hasFunction(JavaMethodCall call) {
        return call.getTarget().getRawParameterTypes().stream()
                .anyMatch(type -> type.getName().startsWith("scala.Function")
                        || type.getPackageName().equals("org.apache.spark.api.java.function"));
    }
}
