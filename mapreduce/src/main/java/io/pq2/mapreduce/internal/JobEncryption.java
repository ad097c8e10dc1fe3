package io.pq2.mapreduce.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.hadoop.options.ExternalKeyMaterial;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.mapreduce.Pq2OutputFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;

/** What a job says about encryption. */
public final class JobEncryption {

    private static final List<String> PREFIXES = List.of("parquet.encryption.", "pq2.encryption.");
    private static final String SCHEMAS = Pq2OutputFormat.SCHEMA + '#';

    /** By which the job's credentials have the token. */
    private static final Text TOKEN = new Text(HadoopEncryption.ACCESS_TOKEN);

    private JobEncryption() {}

    /**
     * Takes the token for the KMS out of a job's configuration, which many may read (the history server shows it), into the job's
     * credentials. To be called before the job is submitted.
     */
    public static void hideToken(Configuration configuration, Credentials credentials) {
        String token = configuration.get(HadoopEncryption.ACCESS_TOKEN);
        if (token != null) {
            credentials.addSecretKey(TOKEN, token.getBytes(UTF_8));
            configuration.unset(HadoopEncryption.ACCESS_TOKEN);
        }
    }

    /** A job's configuration with the token that its credentials have, if they have one; to be used in this process only. */
    public static Configuration withToken(Configuration configuration, Credentials credentials) {
        byte[] token = credentials.getSecretKey(TOKEN);
        if (token == null) {
            return configuration;
        }
        Configuration copy = new Configuration(configuration);
        copy.set(HadoopEncryption.ACCESS_TOKEN, new String(token, UTF_8));
        return copy;
    }

    /** The configuration for one of several outputs, which may have keys of encryption of its own: with {@code #output} behind them. */
    static Configuration ofOutput(Configuration configuration, String output) {
        Map<String, String> own = new TreeMap<>();
        String end = '#' + output;
        for (String prefix : PREFIXES) {
            configuration.getPropsWithPrefix(prefix).forEach((key, value) -> {
                if (key.endsWith(end)) {
                    own.put(prefix + key.substring(0, key.length() - end.length()), value);
                }
            });
        }
        if (own.isEmpty()) {
            return configuration;
        }
        Configuration copy = new Configuration(configuration);
        own.forEach(copy::set);
        return copy;
    }

    /**
     * Finds out whether the files of a job can be encrypted as it says.
     *
     * @param directory where they are going to be, null if the job does not say
     * @throws io.pq2.exception.InvalidDataException if a setting is missing or wrong, or names a column that a schema does not have
     * @throws io.pq2.exception.EncryptionException if the KMS does not wrap a key
     */
    public static void check(Configuration configuration, Path directory) {
        if (directory != null) {
            ExternalKeyMaterial.checkCommitter(configuration, directory);
        }
        if (configuration.get(Pq2OutputFormat.SCHEMA) != null) {
            HadoopEncryption.check(configuration, Pq2OutputFormat.schema(configuration));
        }
        for (String output : configuration.getPropsWithPrefix(SCHEMAS).keySet()) {
            HadoopEncryption.check(ofOutput(configuration, output), Pq2OutputFormat.schema(configuration, output));
        }
    }
}
