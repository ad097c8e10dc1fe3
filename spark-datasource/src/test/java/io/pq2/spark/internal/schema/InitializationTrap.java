package io.pq2.spark.internal.schema;

/** A class whose initialization is visible, and fails. */
public final class InitializationTrap {

    static {
        System.setProperty(InitializationTrap.class.getName(), "initialized");
        fail();
    }

    private static void fail() {
        throw new IllegalStateException("a class was initialized before its type was checked");
    }
}
