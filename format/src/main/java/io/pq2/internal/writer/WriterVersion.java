package io.pq2.internal.writer;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The application that wrote a file, and the bugs of its version that readers must work around. It comes from
 * {@code FileMetaData.created_by}, which has the form {@code <application> version <version> (build <hash>)}. Some
 * writers leave out the word {@code version}.
 *
 * @param application the name in lower case; empty if unknown
 * @param major the first number of the version; -1 if unknown
 * @param minor the second number; 0 if unknown
 * @param patch the third number; 0 if unknown
 */
public record WriterVersion(String application, int major, int minor, int patch) {

    /** An unknown application. */
    public static final WriterVersion UNKNOWN = new WriterVersion("", -1, 0, 0);

    /** Parses {@code created_by}; returns {@link #UNKNOWN} if it is absent or not understood. */
    public static WriterVersion parse(@Nullable String createdBy) {
        if (createdBy == null) {
            return UNKNOWN;
        }
        int keyword = createdBy.indexOf(" version ");
        int end = keyword < 0 ? beforeNumber(createdBy) : keyword;
        int position = Math.min(createdBy.length(), end + (keyword < 0 ? 1 : " version ".length()));
        int[] numbers = numbers(createdBy, position);
        String name = createdBy.substring(0, end).strip().toLowerCase(Locale.ROOT);
        return new WriterVersion(name, numbers[0], numbers[1], numbers[2]);
    }

    /** Returns the index of the space before a number at the end; the length if there is none. */
    private static int beforeNumber(String createdBy) {
        int space = createdBy.lastIndexOf(' ');
        return space > 0 && space + 1 < createdBy.length() && isDigit(createdBy.charAt(space + 1))
                ? space
                : createdBy.length();
    }

    private static int[] numbers(String createdBy, int start) {
        int[] numbers = {-1, 0, 0};
        int position = start;
        for (int i = 0; i < numbers.length; i++) {
            int end = position;
            while (end < createdBy.length() && end - position < 9 && isDigit(createdBy.charAt(end))) {
                end++;
            }
            if (end == position) {
                break;
            }
            numbers[i] = Integer.parseInt(createdBy.substring(position, end));
            if (end == createdBy.length() || createdBy.charAt(end) != '.') {
                break;
            }
            position = end + 1;
        }
        return numbers;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Whether min and max of byte arrays in the deprecated fields {@code min} and {@code max} must be ignored.
     * parquet-mr before 1.8.0 kept references to buffers that it reused (PARQUET-251). A file without
     * {@code created_by} may come from it.
     */
    public boolean hasCorruptBinaryMinMax() {
        return application.isEmpty() || isBefore("parquet-mr", 1, 8, 0);
    }

    /**
     * Whether min and max of decimals over byte arrays must be ignored in all fields, because the writer compared bytes
     * instead of numbers: Arrow C++ before 4.0.0 (PARQUET-1655, PARQUET-2003), which named itself parquet-cpp in its
     * first years; parquet-go (parquet-go#592); Polars (polars#29347).
     */
    public boolean hasCorruptDecimalMinMax() {
        return application.equals("parquet-cpp")
                || isBefore("parquet-cpp-arrow", 4, 0, 0)
                || application.equals("github.com/segmentio/parquet-go")
                || application.equals("github.com/parquet-go/parquet-go")
                || application.equals("polars");
    }

    /**
     * Whether min and max of decimals over BYTE_ARRAY must be ignored: where {@link #hasCorruptDecimalMinMax} says so,
     * and for arrow-rs (arrow-rs#10860, arrow-rs#11073), which compares values of different lengths incorrectly.
     */
    public boolean hasCorruptVariableDecimalMinMax() {
        return hasCorruptDecimalMinMax() || application.equals("parquet-rs");
    }

    /**
     * Whether the max of floating-point values is NaN as soon as one value is. A number as max then shows that there is
     * no NaN, even if {@code nan_count} is absent. True for parquet-mr from 1.10.0 on, which orders NaN after all
     * numbers.
     */
    public boolean ordersNanLast() {
        return application.equals("parquet-mr") && !isBefore("parquet-mr", 1, 10, 0);
    }

    /**
     * Whether min and max of decimals over byte arrays are values of the column even if the file does not say that they
     * are exact. True for parquet-mr from 1.10.0 on: it compares decimals as numbers, omits long values, and truncates
     * only text and plain bytes.
     */
    public boolean writesExactDecimalMinMax() {
        return application.equals("parquet-mr") && !isBefore("parquet-mr", 1, 10, 0);
    }

    /**
     * Whether {@code ColumnMetaData.total_compressed_size} omits the header of the dictionary page: parquet-mr before
     * 1.2.9 (IMPALA-694, PARQUET-816).
     */
    public boolean omitsDictionaryHeaderFromSize() {
        return isBefore("parquet-mr", 1, 2, 9);
    }

    /**
     * Whether the first value of a DELTA_BYTE_ARRAY page may share a prefix with the last value of the previous page:
     * parquet-mr before 1.8.0 (PARQUET-246). A file without {@code created_by} may come from it.
     */
    public boolean sharesPrefixesAcrossPages() {
        return application.isEmpty() || isBefore("parquet-mr", 1, 8, 0);
    }

    /**
     * Whether data pages of version 2 are compressed even if {@code DataPageHeaderV2.is_compressed} is false: Arrow C++
     * before 3.0.0, which named itself parquet-cpp then (ARROW-10353, ARROW-17100).
     */
    public boolean compressesV2PagesSilently() {
        return isBefore("parquet-cpp", 2, 0, 0);
    }

    /**
     * Whether the writer stores the {@code crc} 0 in every page instead of a checksum: Parquet.jl up to 0.8, which
     * names itself "Parquet.jl 0.8.6".
     */
    public boolean writesZeroChecksums() {
        return isBefore("parquet.jl", 0, 9, 0);
    }

    /** Whether the application has this name and an older version. An unknown version is older than all others. */
    private boolean isBefore(String name, int otherMajor, int otherMinor, int otherPatch) {
        if (!application.equals(name)) {
            return false;
        }
        if (major != otherMajor) {
            return major < otherMajor;
        }
        return minor != otherMinor ? minor < otherMinor : patch < otherPatch;
    }
}
