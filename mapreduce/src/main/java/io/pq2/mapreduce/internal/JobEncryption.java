package io.pq2.mapreduce.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.mapreduce.Pq2OutputFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.jspecify.annotations.Nullable;

/** The encryption settings of a job, and its access token for the KMS. */
public final class JobEncryption {

    private static final List<String> PREFIXES = List.of("parquet.encryption.", "pq2.encryption.");
    private static final String SCHEMAS = Pq2OutputFormat.SCHEMA + '#';

    /** The name of the access token in the job's credentials. */
    private static final Text TOKEN = new Text(HadoopEncryption.ACCESS_TOKEN);

    private JobEncryption() {}

    /**
     * Moves the access token from a job's configuration, which many users can read (the history server shows it), into
     * the job's credentials. To be called before the job is submitted.
     */
    public static void hideToken(Configuration configuration, Credentials credentials) {
        String token = configuration.get(HadoopEncryption.ACCESS_TOKEN);
        if (token != null) {
            credentials.addSecretKey(TOKEN, token.getBytes(UTF_8));
            configuration.unset(HadoopEncryption.ACCESS_TOKEN);
        }
    }

    /**
     * Returns a job's configuration with the access token of its credentials, if there is one. Must not leave the
     * process.
     */
    public static Configuration withToken(Configuration configuration, Credentials credentials) {
        byte[] token = credentials.getSecretKey(TOKEN);
        if (token == null) {
            return configuration;
        }
        Configuration copy = new Configuration(configuration);
        copy.set(HadoopEncryption.ACCESS_TOKEN, new String(token, UTF_8));
        return copy;
    }

    /**
     * Returns the configuration of one of several outputs. Encryption keys with the suffix {@code #output} override
     * those of the job.
     */
    static Configuration ofOutput(Configuration configuration, String output) {
        Map<String, String> overrides = new TreeMap<>();
        String suffix = '#' + output;
        for (String prefix : PREFIXES) {
            configuration.getPropsWithPrefix(prefix).forEach((key, value) -> {
                if (key.endsWith(suffix)) {
                    overrides.put(prefix + key.substring(0, key.length() - suffix.length()), value);
                }
            });
        }
        if (overrides.isEmpty()) {
            return configuration;
        }
        Configuration copy = new Configuration(configuration);
        overrides.forEach(copy::set);
        return copy;
    }

    /**
     * Checks the encryption of all outputs of a job, and whether their options suit their columns.
     *
     * @param directory the output directory; null if the job has none
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that a schema
     *     does not contain
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write a codec or an encoding
     */
    public static void check(Configuration configuration, @Nullable Path directory) throws IOException {
        if (directory != null) {
            ExternalKeyMaterial.checkCommitter(configuration, directory);
        }
        if (configuration.get(Pq2OutputFormat.SCHEMA) != null) {
            RecordFileFactory.of(configuration).check();
        }
        for (String output : configuration.getPropsWithPrefix(SCHEMAS).keySet()) {
            RecordFileFactory.of(configuration, output).check();
        }
    }
}
