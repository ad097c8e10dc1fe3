package io.pq2.spark.internal.files.write;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.internal.options.Setting;
import io.pq2.hadoop.internal.options.SettingRegistry;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NearestName;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.settings.OriginalOptions;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The columns that options of a write name, such as {@code pq2.write.encoding#id}. A key of the session may be meant
 * for another table, and an option of parquet-java has no effect there if the column does not exist. Only an option of
 * pq2 must name a column of the files. ({@code pq2.write.type#id} has a check of its own.)
 *
 * @param schema the schema of the files
 */
record OptionColumns(Schema schema) {

    /** The settings of single columns whose names are dotted paths of the file. */
    private static final List<String> SETTINGS =
            List.of(HadoopWriteOptions.ENCODING, HadoopWriteOptions.FORBIDDEN_ENCODINGS);

    /** A name resembles another if at most one in this many characters differs. */
    private static final int CHARACTERS_PER_DIFFERENCE = 3;

    /**
     * Checks that the columns exist.
     *
     * @throws InvalidDataException if one does not
     */
    void check(Map<String, String> writeOptions) {
        java.util.Map<String, String> written =
                new TreeMap<>(CollectionConverters.asJava(OriginalOptions.of(writeOptions)));
        written.keySet().forEach(key -> {
            int end = key.indexOf(Setting.SEPARATOR);
            if (end > 0 && SETTINGS.contains(SettingRegistry.spelled(key.substring(0, end)))) {
                check(key, key.substring(end + 1));
            }
        });
    }

    private void check(String key, String name) {
        List<Column> columns = schema.columns();
        List<String> paths = columns.stream().map(Column::dottedPath).toList();
        if (paths.contains(name)) {
            return;
        }
        List<String> below = columns.stream()
                .filter(column -> column.isAtOrBelow(name))
                .map(Column::dottedPath)
                .toList();
        String problem = DisplayText.name(key) + " names ";
        if (!below.isEmpty()) {
            throw new InvalidDataException(problem + "a group; its columns are " + text(below));
        }
        String nearest = NearestName.of(name, paths, CHARACTERS_PER_DIFFERENCE);
        throw new InvalidDataException(problem + "a column that the files do not have"
                + (nearest == null
                        ? "; their columns are " + text(paths)
                        : ": did you mean " + DisplayText.name(nearest) + "?"));
    }

    private static String text(List<String> paths) {
        return DisplayText.message(String.join(", ", paths));
    }

    /**
     * Names the key of an encoding that the format does not define for the type of a column.
     *
     * @param failure the failure of a writer
     * @return the error; {@code failure} if no key is the reason
     */
    static RuntimeException ofEncoding(UnsupportedFeatureException failure, Configuration conf) {
        String column = failure.location().column();
        String key = column == null ? null : keyOf(column, conf);
        return key == null
                ? failure
                : new InvalidDataException(
                        key + " is \"" + DisplayText.name(conf.get(key)) + "\", which the column cannot have: "
                                + failure.getMessage(),
                        failure);
    }

    private static @Nullable String keyOf(String column, Configuration conf) {
        return Stream.of(HadoopWriteOptions.ENCODING, HadoopWriteOptions.BYTE_STREAM_SPLIT)
                .map(setting -> setting + Setting.SEPARATOR + column)
                .filter(key -> conf.get(key) != null)
                .findFirst()
                .orElse(null);
    }
}
