package io.pq2.hadoop.options;

import io.pq2.exception.InvalidDataException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Rejects external key material (files next to the encrypted files) where it would get lost when the job is committed.
 * The encrypted files could never be read without it.
 */
public final class ExternalKeyMaterial {

    private static final String S3A_COMMITTER = "fs.s3a.committer.name";

    /** Committers that upload a task's files from the local disk, except files whose names start with an underscore. */
    private static final Set<String> S3A_STAGING = Set.of("directory", "partitioned", "staging");

    private static final String SPARK_STAGING = ".spark-staging-";

    private ExternalKeyMaterial() {}

    /** Whether a configuration requests encrypted files with external key material. */
    private static boolean isConfigured(Configuration configuration) {
        return HadoopEncryption.isConfigured(configuration)
                && configuration
                        .getTrimmed(HadoopEncryption.MATERIAL_IN_FILES, "true")
                        .equalsIgnoreCase("false");
    }

    /**
     * Rejects committers that do not commit external key material.
     *
     * @param configuration the configuration of the job
     * @param directory the output directory of the job
     * @throws InvalidDataException if the job writes external key material and its committer would lose it
     */
    public static void checkCommitter(Configuration configuration, Path directory) {
        String committer = configuration.getTrimmed(S3A_COMMITTER, "");
        if ("s3a".equals(directory.toUri().getScheme())
                && S3A_STAGING.contains(committer)
                && isConfigured(configuration)) {
            throw refused(
                    directory,
                    "the committer that " + S3A_COMMITTER + " = " + committer
                            + " names does not upload files whose names start with an underscore");
        }
    }

    /**
     * Rejects files that Spark renames when it commits them: files of a partition with a custom location. The name of
     * external key material would no longer match.
     *
     * @param configuration the configuration of the job
     * @param file the path that the file is written to
     * @throws InvalidDataException if the job writes external key material and Spark would rename the file
     */
    public static void checkSparkFile(Configuration configuration, Path file) {
        if (file.getParent() != null
                && file.getParent().getName().startsWith(SPARK_STAGING)
                && isConfigured(configuration)) {
            throw refused(
                    file, "the partition has a custom location, so Spark renames its files when they are committed");
        }
    }

    private static InvalidDataException refused(Path path, String reason) {
        return new InvalidDataException(path + ": external key material would get lost, because " + reason + "; set "
                + HadoopEncryption.MATERIAL_IN_FILES + " = true");
    }
}
