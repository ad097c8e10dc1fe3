package io.pq2.spark;

import java.lang.reflect.Field;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;

/**
 * Replaces what Spark serializes tasks with: for the work of a stage, and for each task. In Java, because Spark hides
 * its scheduler from Scala.
 */
final class TaskSerializers {

    private static final String FIELD = "closureSerializer";

    private TaskSerializers() {}

    static SerializerInstance ofStages(SparkContext context) throws ReflectiveOperationException {
        Object scheduler = context.dagScheduler();
        return (SerializerInstance) field(scheduler).get(scheduler);
    }

    static void setOfStages(SparkContext context, SerializerInstance serializer) throws ReflectiveOperationException {
        Object scheduler = context.dagScheduler();
        field(scheduler).set(scheduler, serializer);
    }

    static Serializer ofTasks() {
        return SparkEnv.get().closureSerializer();
    }

    static void setOfTasks(Serializer serializer) throws ReflectiveOperationException {
        field(SparkEnv.get()).set(SparkEnv.get(), serializer);
    }

    private static Field field(Object owner) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(FIELD);
        field.setAccessible(true);
        return field;
    }
}
