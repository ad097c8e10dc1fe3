package io.pq2.it.suites;

import java.util.Comparator;

/**
 * A test of one of Spark's suites.
 *
 * @param suite the simple name of the suite's class
 * @param name the name of the test, on one line
 */
record SuiteTest(String suite, String name) implements Comparable<SuiteTest> {

    private static final Comparator<SuiteTest> ORDER =
            Comparator.comparing(SuiteTest::suite).thenComparing(SuiteTest::name);

    @Override
    public int compareTo(SuiteTest other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return suite + ": " + name;
    }
}
