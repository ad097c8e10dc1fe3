package io.pq2.cli.internal.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the values of partition columns from the names of directories, as Hive writes them: {@code name=value}. */
public final class Partitions {

    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    private Partitions() {}

    /**
     * Returns the partition columns of a file and their values in the order of the directories. Unmodifiable.
     *
     * @param relativePath the path of the file below its table, with {@code /} between names
     */
    public static Map<String, @Nullable String> of(String relativePath) {
        Map<String, @Nullable String> values = new LinkedHashMap<>();
        String[] names = relativePath.split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            int equals = names[i].indexOf('=');
            if (equals > 0) {
                String value = unescaped(names[i].substring(equals + 1));
                values.put(unescaped(names[i].substring(0, equals)), value.equals(NULL) ? null : value);
            }
        }
        return Collections.unmodifiableMap(values);
    }

    /** Replaces {@code %XX} by the byte with these hexadecimal digits. */
    private static String unescaped(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < source.length; i++) {
            int high = digit(source, i + 1);
            int low = high < 0 ? -1 : digit(source, i + 2);
            if (source[i] == '%' && low >= 0) {
                bytes.write(high << 4 | low);
                i += 2;
            } else {
                bytes.write(source[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int digit(byte[] bytes, int index) {
        return index < bytes.length ? Character.digit(bytes[index], 16) : -1;
    }
}
