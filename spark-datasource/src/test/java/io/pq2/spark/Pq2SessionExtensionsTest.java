package io.pq2.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.Test;

/** Tests how often the rules are added. In Java, because Spark hides the lists of rules from Scala. */
class Pq2SessionExtensionsTest {

    private static int rules(int times) {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        for (int i = 0; i < times; i++) {
            new Pq2SessionExtensions().apply(extensions);
        }
        return extensions.buildOptimizerRules(null).size()
                + extensions.buildQueryStagePrepRules(null).size()
                + extensions.buildColumnarRules(null).size();
    }

    @Test
    void rulesAreAddedOnceIfTheExtensionIsAlsoNamedInASetting() {
        assertThat(rules(1)).isPositive();
        assertThat(rules(2)).isEqualTo(rules(1));
    }
}
