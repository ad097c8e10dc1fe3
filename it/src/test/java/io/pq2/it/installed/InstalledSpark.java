package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * A version of Spark: the jars that it publishes, started by its own SparkSubmit in a process.
 *
 * @param minor the minor version, for example 4.2
 * @param classPath the jars
 */
record InstalledSpark(String minor, String classPath) {

    private static final Pattern VERSION = Pattern.compile("spark-sql_2\\.13-([\\d.]+)\\.jar");

    /** The Hadoop of Spark 4.1 and older does not run on this version of Java and newer ones. */
    private static final int JAVA_WITHOUT_GET_SUBJECT = 24;

    private static final String FIRST_FOR_IT = "4.2";

    /** Returns a version of Spark. Skips the test if this Java cannot run it. */
    static InstalledSpark of(String minor) throws IOException {
        assumeTrue(
                Runtime.version().feature() < JAVA_WITHOUT_GET_SUBJECT || minor.compareTo(FIRST_FOR_IT) >= 0,
                "skipped: Spark " + minor + " does not run on Java "
                        + Runtime.version().feature());
        Path file = Artifacts.ROOT.resolve("it/spark-jars/spark-" + minor + "/target/class-path");
        return new InstalledSpark(minor, Files.readString(file));
    }

    /** Returns the whole version, for example 4.2.0. */
    String version() {
        Matcher matcher = VERSION.matcher(classPath);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /**
     * Runs a job of it/src/consumer/spark with SparkSubmit, and returns its output.
     *
     * @param folder an empty folder, which becomes the argument of the job
     * @param arguments further arguments of SparkSubmit
     */
    String submit(String job, Path folder, String... arguments) throws IOException, InterruptedException {
        return submitForOutput(job, folder, arguments).text();
    }

    /** Runs a job as {@link #submit(String, Path, String...)} does, and returns its output and errors. */
    Commands.Output submitForOutput(String job, Path folder, String... arguments)
            throws IOException, InterruptedException {
        return submit(job, folder, Map.of(), command(), List.of(arguments));
    }

    /**
     * Runs a job with an executor in a process of its own, which does not have a jar of the driver.
     *
     * @param folder an empty folder
     * @param jar a jar on the class path of the driver
     */
    Commands.Output submitToCluster(String job, Path folder, Path jar) throws IOException, InterruptedException {
        // What spark-submit does for --driver-class-path.
        List<String> command = new InstalledSpark(minor, jar + File.pathSeparator + classPath).command();
        Map<String, String> environment = Map.of(
                "SPARK_HOME", home(folder).toString(), "SPARK_LOCAL_IP", "127.0.0.1", "SPARK_SCALA_VERSION", "2.13");
        List<String> arguments = List.of(
                "--master",
                "local-cluster[1,1,1024]",
                "--driver-class-path",
                jar.toString(),
                "--conf",
                "spark.driver.host=127.0.0.1",
                "--conf",
                "spark.driver.bindAddress=127.0.0.1",
                "--conf",
                "spark.task.maxFailures=1");
        return submit(job, folder, environment, command, arguments);
    }

    /** Creates a folder like that of an installed Spark, from which executors take their class path. */
    private Path home(Path folder) throws IOException {
        Path home = folder.resolve("spark-home");
        Path jars = Files.createDirectories(home.resolve("jars"));
        int number = 0;
        for (String jar : classPath.split(File.pathSeparator)) {
            Path target = Path.of(jar);
            // Jars of different groups may have the same name.
            Files.createSymbolicLink(jars.resolve(number++ + "-" + target.getFileName()), target);
        }
        return home;
    }

    private Commands.Output submit(
            String job, Path folder, Map<String, String> environment, List<String> jvm, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(jvm);
        command.addAll(List.of(
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local[1]",
                "--conf",
                "spark.jars.ivy=" + folder.resolve("ivy"),
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.sql.shuffle.partitions=2",
                "--conf",
                "spark.sql.warehouse.dir=" + folder.resolve("warehouse")));
        command.addAll(arguments);
        command.addAll(List.of("--class", "consumer." + job, jar(job, folder).toString()));
        command.add(Files.createDirectory(folder.resolve("data")).toString());
        return Commands.java(folder, environment, command);
    }

    /** Returns the options of a JVM with Spark's options and class path. */
    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("-Xmx2g"));
        command.addAll(
                List.of(System.getProperty("pq2.spark.jvm.options").strip().split("\\s+")));
        command.addAll(List.of("-cp", classPath));
        return command;
    }

    /** Runs a class of a Maven project, and returns its output. */
    static String runProject(String classPath, String job, Path folder) throws IOException, InterruptedException {
        List<String> command = new InstalledSpark("", classPath).command();
        command.addAll(List.of(
                "-Dspark.master=local[1]",
                "-Dspark.ui.enabled=false",
                "-Dspark.sql.warehouse.dir=" + folder.resolve("warehouse"),
                "consumer." + job,
                folder.resolve("data").toString()));
        return Commands.java(folder, command);
    }

    /** Compiles a job and the classes that it uses for this version, and returns its jar. */
    private Path jar(String job, Path folder) throws IOException {
        Path sources = Artifacts.ROOT.resolve("it/src/consumer/spark/src/main/java");
        Path source = sources.resolve("consumer/" + job + ".java");
        Path classes = Files.createDirectory(folder.resolve("classes"));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        messages,
                        "-proc:none",
                        "-cp",
                        classPath,
                        "-sourcepath",
                        sources.toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(status).as("%s", messages).isZero();
        Path jar = folder.resolve("job.jar");
        List<String> entries = new ArrayList<>(List.of("--create", "--file", jar.toString(), "-C"));
        entries.addAll(List.of(classes.toString(), "."));
        int packed = java.util.spi.ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, entries.toArray(String[]::new));
        assertThat(packed).isZero();
        return jar;
    }
}
