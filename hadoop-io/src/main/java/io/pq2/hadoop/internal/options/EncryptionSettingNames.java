package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
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

    /** The beginnings of names that are checked; short, so that they include prefixes with a misspelled end. */
    private static final List<String> PREFIXES = List.of("parquet.encr", "pq2.encr");

    /** The names of the settings. */
    private static final Set<String> NAMES = Stream.of(EncryptionKeys.all(), KmsKeys.all())
            .flatMap(List::stream)
            .map(Setting::name)
            .collect(Collectors.toUnmodifiableSet());

    /** The short names of pq2's KMS clients, which have no other settings. */
    private static final Set<String> OWN_CLIENTS = Set.of("hadoop-kms", "vault", "key-file");

    private static final String OWN_CLIENTS_PACKAGE = KmsOptions.class.getPackageName() + '.';

    /** A name resembles a known one if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 12;

    /** The names that are logged; more are logged never, so that the set stays small. */
    private static final int MAX_LOGGED = 1_000;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private EncryptionSettingNames() {}

    /** Whether a name is checked here: names of encryption settings, and names that begin like one. */
    public static boolean includes(String name) {
        return PREFIXES.stream().anyMatch(name::startsWith);
    }

    /**
     * Checks the names of a configuration's encryption settings. Visits all properties of the configuration: to be
     * called once for a configuration, not once for each file.
     *
     * @throws InvalidDataException if a name is unknown, unless it may be meant for a class of others
     */
    public static void check(Configuration configuration) {
        for (Map.Entry<String, String> property : OwnProperties.of(configuration)) {
            String name = property.getKey();
            if (!includes(name)) {
                continue;
            }
            int output = name.indexOf(Setting.SEPARATOR);
            String setting = output < 0 ? name : name.substring(0, output);
            if (!NAMES.contains(setting)) {
                unknown(setting, configuration);
            }
        }
    }

    private static void unknown(String name, Configuration configuration) {
        String similar = NearestName.of(name, NAMES, CHARACTERS_PER_DIFFERENCE);
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
}
