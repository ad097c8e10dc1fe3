package io.pq2.spark.internal.versions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether this jar can work here: it was compiled for this version of Spark and Scala, and no other artifact of pq2 is
 * on the class path. Otherwise the session extension does nothing, and each use of the source fails with one error. The
 * source also fails in sessions that existed before the jar was added.
 */
public final class Installation {

    private static final String DESCRIPTION = "META-INF/io.pq2/spark.properties";
    private static final Pattern MINOR = Pattern.compile("(\\d+\\.\\d+).*", Pattern.DOTALL);

    /** What is wrong; absent if nothing is. */
    private static final @Nullable String PROBLEM = problem(
                    jars(),
                    org.apache.spark.package$.MODULE$.SPARK_VERSION(),
                    scala.util.Properties.versionNumberString())
            .orElse(null);

    private Installation() {}

    /** Returns what is wrong with the installation, and what to do; empty if nothing is. */
    public static Optional<String> problem() {
        return Optional.ofNullable(PROBLEM);
    }

    /**
     * Returns normally if the source can be used in the active session.
     *
     * @throws ServiceConfigurationError if this is another version of Spark or Scala than that of the jar, more than
     *     one artifact of pq2 is on the class path, or the session does not have the {@linkplain ExtendedSessions
     *     rules} of this source
     */
    public static void check() {
        // Spark replaces exceptions that occur while it looks up a path in SQL by an error without their text.
        if (PROBLEM != null) {
            throw new ServiceConfigurationError(PROBLEM);
        }
        if (!ExtendedSessions.hasActive()) {
            throw new ServiceConfigurationError(lateJar(jars().get(0)));
        }
    }

    /** Returns what is wrong if the jar was added to a session. */
    static String lateJar(InstalledJar jar) {
        return "The session was created without the jar of pq2 (" + jar.place() + "), which was added later, for"
                + " example by ADD JAR. Then the session does not have the extension that pq2 needs. Start Spark with"
                + " the jar: in --jars or spark.jars, or by --packages or spark.jars.packages. If Spark was started"
                + " with the classes of the jar, set spark.sql.extensions=io.pq2.spark.Pq2SessionExtensions.";
    }

    /**
     * Returns what is wrong with an installation.
     *
     * @param jars the jars on the class path, first the one from which classes are loaded
     * @param sparkVersion the version of Spark, for example 4.2.0
     * @param scalaVersion the version of Scala, for example 2.13.18
     */
    static Optional<String> problem(List<InstalledJar> jars, String sparkVersion, String scalaVersion) {
        if (jars.isEmpty()) {
            return Optional.of(DESCRIPTION + " is not in the jar of pq2: use the jar as it was published");
        }
        InstalledJar jar = jars.get(0);
        String spark = minor(sparkVersion);
        boolean exists = jar.sparks().contains(spark) && jar.scala().equals(minor(scalaVersion));
        String advice = exists
                ? "Use only " + jar.artifact(spark) + "."
                : "This version of pq2 has artifacts for Spark " + String.join(", ", jar.sparks()) + " with Scala "
                        + jar.scala() + ".";
        String found = "This is Spark " + sparkVersion + " with Scala " + scalaVersion + ". " + advice;
        if (jars.stream().anyMatch(other -> !other.isSameArtifact(jar))) {
            String places = jars.stream()
                    .map(other -> other.artifact(other.spark()) + " (" + other.place() + ")")
                    .collect(Collectors.joining(", "));
            return Optional.of("More than one artifact of pq2 is on the class path: " + places + ". " + found);
        }
        boolean fits = jar.spark().equals(spark) && jar.scala().equals(minor(scalaVersion));
        return fits
                ? Optional.empty()
                : Optional.of("The jar of pq2 (" + jar.place() + ") is for Spark " + jar.spark() + " with Scala "
                        + jar.scala() + ". " + found);
    }

    /** Returns the first two numbers of a version; all of a version that does not start with two numbers. */
    private static String minor(String version) {
        Matcher matcher = MINOR.matcher(version);
        return matcher.matches() ? matcher.group(1) : version;
    }

    /** Reads the descriptions on the class path. The loader returns its own jar first, as it does for classes. */
    private static List<InstalledJar> jars() {
        List<InstalledJar> jars = new ArrayList<>();
        try {
            for (URL url : Collections.list(Installation.class.getClassLoader().getResources(DESCRIPTION))) {
                jars.add(InstalledJar.of(place(url), read(url)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + DESCRIPTION + " on the class path", e);
        }
        return jars;
    }

    private static Properties read(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        // A cached connection would keep the jar open after its class loader is closed.
        connection.setUseCaches(false);
        Properties description = new Properties();
        try (InputStream in = connection.getInputStream()) {
            description.load(in);
        }
        return description;
    }

    /** Returns the jar or folder of a description. */
    private static String place(URL url) {
        return url.toString().replaceFirst("^jar:", "").replaceFirst("!?/" + Pattern.quote(DESCRIPTION) + "$", "");
    }
}
