package io.pq2.hadoop.options;

import io.pq2.exception.InvalidDataException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Refuses to put key material beside files where it would not come along when they are committed. Such files could never be read.
 */
public final class ExternalKeyMaterial {

    private static final String S3A_COMMITTER = "fs.s3a.committer.name";

    /** They upload a task's files from the local disk, but for those whose names begin with an underscore. */
    private static final Set<String> S3A_STAGING = Set.of("directory", "partitioned", "staging");

    private static final String SPARK_STAGING = ".spark-staging-";

    private ExternalKeyMaterial() {}

    /** Whether a configuration asks for files that are encrypted and have their key material beside them. */
    private static boolean isConfigured(Configuration configuration) {
        return HadoopEncryption.isConfigured(configuration)
                && configuration
                        .getTrimmed(HadoopEncryption.MATERIAL_IN_FILES, "true")
                        .equalsIgnoreCase("false");
    }

    /**
     * Refuses a committer that leaves key material behind.
     *
     * @param directory where a job's files are going to be
     * @throws InvalidDataException if it does
     */
    public static void checkCommitter(Configuration configuration, Path directory) {
        String committer = configuration.getTrimmed(S3A_COMMITTER, "");
        if ("s3a".equals(directory.toUri().getScheme())
                && S3A_STAGING.contains(committer)
                && isConfigured(configuration)) {
            throw refused(
                    directory,
                    "the committer that " + S3A_COMMITTER + " = " + committer
                            + " names does not upload files whose names begin with an underscore");
        }
    }

    /**
     * Refuses a file that Spark is going to give another name: one of a partition with a location of its own.
     *
     * @param file where it is being written
     * @throws InvalidDataException if it is one
     */
    public static void checkSparkFile(Configuration configuration, Path file) {
        if (file.getParent() != null
                && file.getParent().getName().startsWith(SPARK_STAGING)
                && isConfigured(configuration)) {
            throw refused(
                    file,
                    "the partition has a location of its own, and Spark gives its files other names when they are committed");
        }
    }

    private static InvalidDataException refused(Path path, String reason) {
        return new InvalidDataException(path + ": key material beside files would be left behind, for " + reason
                + "; set " + HadoopEncryption.MATERIAL_IN_FILES + " = true");
    }
}
