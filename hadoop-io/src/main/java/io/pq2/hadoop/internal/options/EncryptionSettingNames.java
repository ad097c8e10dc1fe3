package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.internal.exception.DisplayText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejects misspelled names of encryption settings: without the setting that the user meant, files could be written
 * unencrypted, or read without a check.
 *
 * <p>The KMS clients and the encryption factories of others may have settings of their own. With such a class, an
 * unknown name is logged once, unless it resembles a known one.
 */
public final class EncryptionSettingNames {

    private static final Logger LOG = LoggerFactory.getLogger(EncryptionSettingNames.class);

    private static final Set<String> KNOWN = new TreeSet<>(List.of(
            HadoopEncryption.UNIFORM_KEY,
            HadoopEncryption.FOOTER_KEY,
            HadoopEncryption.COLUMN_KEYS,
            HadoopEncryption.COMPLETE_COLUMNS,
            HadoopEncryption.ALGORITHM,
            HadoopEncryption.PLAINTEXT_FOOTER,
            HadoopEncryption.KMS_CLIENT,
            HadoopEncryption.KMS_INSTANCE_ID,
            HadoopEncryption.KMS_INSTANCE_URL,
            HadoopEncryption.ACCESS_TOKEN,
            HadoopEncryption.DOUBLE_WRAPPING,
            HadoopEncryption.WRAP_LOCALLY,
            HadoopEncryption.CACHE_LIFETIME,
            HadoopEncryption.MATERIAL_IN_FILES,
            HadoopEncryption.DATA_KEY_BITS,
            HadoopEncryption.KEK_BITS,
            HadoopEncryption.AAD_PREFIX,
            HadoopEncryption.AAD_PREFIX_STORED,
            HadoopEncryption.PROVIDER,
            HadoopEncryption.PLAINTEXT_FILES,
            HadoopEncryption.PLAINTEXT_APPENDS,
            HadoopEncryption.REQUIRED_ALGORITHM,
            HadoopEncryption.UNVERIFIED_FOOTERS,
            HadoopEncryption.KMS_URL_FROM_FILES,
            KmsOptions.ATTEMPTS,
            KmsOptions.REQUEST_TIMEOUT,
            KmsOptions.TOTAL_TIMEOUT,
            KmsOptions.BACKOFF,
            KmsOptions.MAX_BACKOFF,
            KmsOptions.VAULT_MOUNT,
            KmsOptions.VAULT_NAMESPACE,
            KmsOptions.VAULT_ALLOW_HTTP,
            KmsOptions.KEY_FILE_ALLOW_READABLE));

    /** The beginnings of names that are checked; short, so that they include prefixes with a misspelled end. */
    private static final List<String> PREFIXES = List.of("parquet.encr", "pq2.encr");

    /** The short names of pq2's KMS clients, which have no other settings. */
    private static final Set<String> OWN_CLIENTS = Set.of("hadoop-kms", "vault", "key-file");

    private static final String OWN_CLIENTS_PACKAGE = KmsOptions.class.getPackageName() + '.';

    /** Separates a name from the output of a MapReduce job to which the setting applies. */
    private static final char OUTPUT_SEPARATOR = '#';

    /** A name resembles a known one if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 12;

    /** The names that are logged; more are logged never, so that the set stays small. */
    private static final int MAX_LOGGED = 1_000;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private EncryptionSettingNames() {}

    /**
     * Checks the names of a configuration's encryption settings.
     *
     * @throws InvalidDataException if a name is unknown, unless it may be meant for a class of others
     */
    public static void check(Configuration configuration) {
        for (String prefix : PREFIXES) {
            for (String rest : configuration.getPropsWithPrefix(prefix).keySet()) {
                String name = prefix + rest;
                int output = name.indexOf(OUTPUT_SEPARATOR);
                String setting = output < 0 ? name : name.substring(0, output);
                if (!KNOWN.contains(setting)) {
                    unknown(setting, configuration);
                }
            }
        }
    }

    private static void unknown(String name, Configuration configuration) {
        String similar = similar(name);
        if (similar != null) {
            throw new InvalidDataException(
                    "unknown encryption setting " + DisplayText.name(name) + ": did you mean " + similar + "?");
        }
        if (!mayHaveOtherSettings(configuration)) {
            throw new InvalidDataException("unknown encryption setting " + DisplayText.name(name)
                    + ": remove it; docs/configuration.md lists the settings");
        }
        if (LOGGED.size() < MAX_LOGGED && LOGGED.add(name)) {
            LOG.warn(
                    "The encryption setting {} is unknown to pq2. It is left to the configured KMS client.",
                    DisplayText.name(name));
        }
    }

    private static boolean mayHaveOtherSettings(Configuration configuration) {
        String client = configuration.getTrimmed(HadoopEncryption.KMS_CLIENT, "");
        boolean ownClient = client.isEmpty() || OWN_CLIENTS.contains(client) || client.startsWith(OWN_CLIENTS_PACKAGE);
        return !ownClient || HadoopEncryption.hasOtherFactory(configuration);
    }

    /** Returns the known name that an unknown one resembles most; null if none is similar. */
    private static @Nullable String similar(String name) {
        String plain = plain(name);
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String known : KNOWN) {
            int allowed = known.length() / CHARACTERS_PER_DIFFERENCE;
            int differences = differences(plain, plain(known), allowed);
            if (differences <= allowed && differences < least) {
                best = known;
                least = differences;
            }
        }
        return best;
    }

    /** Returns a name in lower case and without separators. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }

    /**
     * Returns the number of characters to insert, remove, replace or exchange with the next to make texts equal; any
     * larger number than {@code limit} if it exceeds it.
     */
    private static int differences(String one, String other, int limit) {
        if (Math.abs(one.length() - other.length()) > limit) {
            return limit + 1;
        }
        int[][] counts = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                counts[i][j] = i == 0 ? j : j == 0 ? i : differences(counts, one, other, i, j);
            }
        }
        return counts[one.length()][other.length()];
    }

    private static int differences(int[][] counts, String one, String other, int i, int j) {
        int replaced = counts[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        int least = Math.min(replaced, Math.min(counts[i - 1][j], counts[i][j - 1]) + 1);
        boolean exchanged =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return exchanged ? Math.min(least, counts[i - 2][j - 2] + 1) : least;
    }
}
