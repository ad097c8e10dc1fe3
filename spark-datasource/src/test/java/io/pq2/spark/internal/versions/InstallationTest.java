package io.pq2.spark.internal.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.spark.Pq2SessionExtensions;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstallationTest {

    private static InstalledJar jar(String place, String version, String spark) {
        return new InstalledJar(place, version, spark, "2.13", List.of("4.0", "4.1", "4.2"));
    }

    private static final InstalledJar FOR_41 = jar("file:/jars/pq2-a.jar", "0.1.0", "4.1");

    @Test
    void theJarOfThisModuleWorksHere() {
        assertThat(Installation.problem()).isEmpty();
        Installation.check();
    }

    @Test
    void patchReleasesAndVersionsOfDistributionsWork() {
        assertThat(Installation.problem(List.of(FOR_41), "4.1.0", "2.13.17")).isEmpty();
        assertThat(Installation.problem(List.of(FOR_41), "4.1.3-vendor-2", "2.13.17"))
                .isEmpty();
    }

    @Test
    void anotherVersionOfSparkIsNamedWithItsArtifact() {
        assertThat(Installation.problem(List.of(FOR_41), "4.2.0", "2.13.18"))
                .contains("The jar of pq2 (file:/jars/pq2-a.jar) is for Spark 4.1 with Scala 2.13. "
                        + "This is Spark 4.2.0 with Scala 2.13.18. Use only io.pq2:pq2-spark-4.2_2.13:0.1.0.");
        // 4.10 is not 4.1.
        assertThat(Installation.problem(List.of(FOR_41), "4.10.0", "2.13.18")).isPresent();
    }

    @Test
    void aVersionOfSparkWithoutArtifactIsToldWhichVersionsHaveOne() {
        assertThat(Installation.problem(List.of(FOR_41), "3.5.9", "2.13.8"))
                .contains("The jar of pq2 (file:/jars/pq2-a.jar) is for Spark 4.1 with Scala 2.13. "
                        + "This is Spark 3.5.9 with Scala 2.13.8. "
                        + "This version of pq2 has artifacts for Spark 4.0, 4.1, 4.2 with Scala 2.13.");
    }

    @Test
    void anotherVersionOfScalaIsNamed() {
        assertThat(Installation.problem(List.of(FOR_41), "4.1.0", "2.12.18"))
                .contains("The jar of pq2 (file:/jars/pq2-a.jar) is for Spark 4.1 with Scala 2.13. "
                        + "This is Spark 4.1.0 with Scala 2.12.18. "
                        + "This version of pq2 has artifacts for Spark 4.0, 4.1, 4.2 with Scala 2.13.");
    }

    @Test
    void twoArtifactsAreNamed() {
        assertThat(Installation.problem(List.of(FOR_41, jar("file:/b.jar", "0.1.0", "4.2")), "4.1.3", "2.13.17"))
                .contains("More than one artifact of pq2 is on the class path: "
                        + "io.pq2:pq2-spark-4.1_2.13:0.1.0 (file:/jars/pq2-a.jar), "
                        + "io.pq2:pq2-spark-4.2_2.13:0.1.0 (file:/b.jar). "
                        + "This is Spark 4.1.3 with Scala 2.13.17. Use only io.pq2:pq2-spark-4.1_2.13:0.1.0.");
        assertThat(Installation.problem(List.of(FOR_41, jar("file:/b.jar", "0.2.0", "4.1")), "4.1.3", "2.13.17"))
                .as("another version of pq2")
                .isPresent();
    }

    @Test
    void aCopyOfTheSameArtifactIsHarmless() {
        assertThat(Installation.problem(List.of(FOR_41, jar("file:/copy.jar", "0.1.0", "4.1")), "4.1.3", "2.13.17"))
                .isEmpty();
    }

    @Test
    void aJarThatWasAddedToASessionIsNamedWithAdvice() {
        assertThat(Installation.lateJar(FOR_41))
                .contains("The session was created without the jar of pq2 (file:/jars/pq2-a.jar)")
                .contains("ADD JAR")
                .contains("--jars")
                .contains("spark.sql.extensions=" + Pq2SessionExtensions.class.getName());
    }
}
