package io.pq2.spark.internal.versions;

import java.util.List;
import java.util.Properties;

/**
 * What a jar of this source says about itself.
 *
 * @param place the URL of the description
 * @param version the version of pq2
 * @param spark the minor version of Spark for which the jar was compiled, for example 4.2
 * @param scala the binary version of Scala, for example 2.13
 * @param sparks the minor versions of Spark for which this version of pq2 has an artifact
 */
record InstalledJar(String place, String version, String spark, String scala, List<String> sparks) {

    static InstalledJar of(String place, Properties description) {
        return new InstalledJar(
                place,
                value(description, "pq2"),
                value(description, "spark"),
                value(description, "scala"),
                List.of(value(description, "sparks").split(" ", -1)));
    }

    private static String value(Properties description, String key) {
        return description.getProperty(key, "unknown").strip();
    }

    /** Returns the Maven coordinates of the artifact for a version of Spark. */
    String artifact(String sparkMinor) {
        return "io.pq2:pq2-spark-" + sparkMinor + "_" + scala + ":" + version;
    }

    /** Whether another jar has the same classes: a copy of the same artifact is harmless. */
    boolean isSameArtifact(InstalledJar other) {
        return version.equals(other.version) && spark.equals(other.spark) && scala.equals(other.scala);
    }
}
