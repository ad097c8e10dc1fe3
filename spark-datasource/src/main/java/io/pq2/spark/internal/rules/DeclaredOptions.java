package io.pq2.spark.internal.rules;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.EncryptionSettingNames;
import io.pq2.hadoop.internal.options.OptionKeys;
import io.pq2.hadoop.internal.options.OwnProperties;
import io.pq2.internal.exception.DisplayText;
import io.pq2.spark.internal.errors.SparkErrors;
import io.pq2.spark.internal.files.keys.RuntimeKeys;
import io.pq2.spark.internal.files.scan.BoxFilter;
import io.pq2.spark.internal.files.scan.PushedAggregates;
import io.pq2.spark.internal.schema.ColumnTypeOptions;
import io.pq2.spark.internal.schema.SparkSchemaOptions;
import io.pq2.spark.internal.settings.RuleSwitches;
import io.pq2.spark.internal.settings.EstimateOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/** Checks the names and the values of options, before files are read or written. */
public final class DeclaredOptions {

    /** The option by which a write that pq2 takes over from the built-in source differs from the original write. */
    public static final String REPLACES = "pq2.replaces";

    /** All configuration keys that the Spark source knows. */
    public static final OptionKeys KEYS = OptionKeys.READING
            .and(OptionKeys.WRITING)
            .and(OptionKeys.ENCRYPTION)
            .and(OptionKeys.readBy(configuration -> parseForSpark(new SQLConf(), configuration)));

    private static final Logger LOG = LoggerFactory.getLogger("io.pq2.spark.Options");

    private static final String OWN = "pq2.";
    private static final String PARQUET = "parquet.";

    /** The number of ignored options that are logged; limits the size of the set of logged names. */
    private static final int MAX_LOGGED = 1_000;

    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private DeclaredOptions() {}

    /** Parses the keys that only the Spark source has. */
    private static void parseForSpark(SQLConf sqlConf, Configuration configuration) {
        SparkSchemaOptions.of(sqlConf, configuration);
        PushedAggregates.isEnabled(configuration);
        EstimateOptions.maxFooters(configuration);
        RuntimeKeys.check(configuration);
        RuleSwitches.check(configuration);
        ColumnTypeOptions.parse(configuration);
        BoxFilter.of(configuration);
    }

    /**
     * Checks the options of a read, a write or a table, and the keys of pq2 in the session. Logs once each option of
     * parquet-java that has no effect.
     *
     * @param sqlConf the session's configuration
     * @param configuration the Hadoop configuration of the session with the options
     * @param options the options, with keys as the user wrote them
     * @param place the paths or the table, for errors; empty if unknown
     * @throws AnalysisException (not declared) if an option of pq2 is unknown, or a value is invalid
     */
    public static void check(SQLConf sqlConf, Configuration configuration, Map<String, String> options, String place) {
        Set<String> ofSession =
                CollectionConverters.asJava(sqlConf.getAllConfs()).keySet();
        for (Set<String> names : List.of(options.keySet(), ofSession)) {
            names.forEach(name -> checked(place, failure -> name, () -> checkName(name)));
        }
        options.keySet().forEach(DeclaredOptions::logIfIgnored);
        checked(place, failure -> keyOf(failure, options), () -> {
            SparkOptionValues.check(sqlConf, configuration, options);
            Configuration own = OwnProperties.of(configuration);
            EncryptionSettingNames.check(own);
            OptionKeys.parseReading(configuration);
            OptionKeys.parseWriting(own);
            parseForSpark(sqlConf, own);
        });
    }

    /** Checks the name of an option. Names that belong to encryption have a check of their own. */
    private static void checkName(String name) {
        boolean own = name.regionMatches(true, 0, OWN, 0, OWN.length());
        if (!own || EncryptionSettingNames.includes(name) || KEYS.contains(name) || name.equals(REPLACES)) {
            return;
        }
        String nearest = KEYS.nearest(name);
        String advice = nearest == null ? "docs/configuration.md lists the options" : "did you mean " + nearest + "?";
        throw new InvalidDataException("pq2 has no option " + DisplayText.name(name) + " in Spark: " + advice);
    }

    private static void logIfIgnored(String name) {
        if (!name.toLowerCase(Locale.ROOT).startsWith(PARQUET)
                || EncryptionSettingNames.includes(name)
                || KEYS.contains(name)
                || LOGGED.size() >= MAX_LOGGED
                || !LOGGED.add(name)) {
            return;
        }
        String nearest = KEYS.nearest(name);
        LOG.warn(
                "The option {} has no effect: pq2 does not use it.{}",
                DisplayText.name(name),
                nearest == null ? "" : " The nearest option of pq2 is " + nearest + ".");
    }

    /** Runs a check, and converts its failure to an error of analysis. Errors that Spark words stay unchanged. */
    private static void checked(String place, Function<RuntimeException, String> keyOf, Runnable check) {
        try {
            check.run();
        } catch (InvalidDataException | IllegalArgumentException e) {
            throw e instanceof SparkThrowable ? e : SparkErrors.raise(invalid(place, keyOf.apply(e), e));
        }
    }

    /** Returns the key that an error is about: its message begins with it. Empty for errors about several keys. */
    private static String keyOf(RuntimeException failure, Map<String, String> options) {
        String message = String.valueOf(failure.getMessage());
        String first = message.substring(0, Math.max(0, message.indexOf(' ')));
        return KEYS.contains(first)
                        || CaseInsensitiveMap$.MODULE$.apply(scalaMap(options)).contains(first)
                ? first
                : "";
    }

    private static scala.collection.immutable.Map<String, String> scalaMap(Map<String, String> entries) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(entries));
    }

    private static AnalysisException invalid(String place, String option, RuntimeException cause) {
        String problem = cause.getMessage() + (place.isEmpty() ? "" : " (in the options of " + place + ")");
        return SparkErrors.invalidOption(option, problem, cause);
    }
}
