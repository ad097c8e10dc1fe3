package io.pq2.internal.writer;

import java.util.Locale;

/**
 * The application that wrote a file, from {@code FileMetaData.created_by}: {@code <application> version <version> (build <hash>)}.
 * Knows what which version of which application did wrong, so that readers may put up with it.
 *
 * @param application the name in lower case, empty if the file does not say
 * @param major first number of the version, -1 if there is none
 * @param minor second number, 0 if there is none
 * @param patch third number, 0 if there is none
 */
public record WriterVersion(String application, int major, int minor, int patch) {

    /** Nothing is known about the application. */
    public static final WriterVersion UNKNOWN = new WriterVersion("", -1, 0, 0);

    /** What {@code created_by} says; {@link #UNKNOWN} if it is null or says nothing that one could understand. */
    public static WriterVersion parse(String createdBy) {
        if (createdBy == null) {
            return UNKNOWN;
        }
        int keyword = createdBy.indexOf(" version ");
        String name = keyword < 0 ? createdBy : createdBy.substring(0, keyword);
        int[] numbers = {-1, 0, 0};
        int position = keyword < 0 ? createdBy.length() : keyword + " version ".length();
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
        return new WriterVersion(name.strip().toLowerCase(Locale.ROOT), numbers[0], numbers[1], numbers[2]);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /**
     * Whether bounds of byte arrays in {@code min} and {@code max} must be ignored: parquet-mr before 1.8.0 kept references to
     * buffers that it used again (PARQUET-251), and a file that does not say who wrote it may be one of those.
     */
    public boolean hasCorruptBinaryBounds() {
        return application.isEmpty() || isBefore("parquet-mr", 1, 8, 0);
    }

    /**
     * Whether bounds of decimals over byte arrays must be ignored, in whatever fields they stand, because the writer compared bytes
     * and not numbers: Arrow C++ before 4.0.0 (PARQUET-1655, PARQUET-2003), which called itself parquet-cpp in its first years;
     * parquet-go (parquet-go#592); Polars (polars#29347).
     */
    public boolean hasCorruptDecimalBounds() {
        return application.equals("parquet-cpp")
                || isBefore("parquet-cpp-arrow", 4, 0, 0)
                || application.equals("github.com/segmentio/parquet-go")
                || application.equals("github.com/parquet-go/parquet-go")
                || application.equals("polars");
    }

    /**
     * Like {@link #hasCorruptDecimalBounds} where values differ in length, that is, of BYTE_ARRAY only: arrow-rs too
     * (arrow-rs#10860, arrow-rs#11073).
     */
    public boolean hasCorruptVariableDecimalBounds() {
        return hasCorruptDecimalBounds() || application.equals("parquet-rs");
    }

    /**
     * Whether a floating point bound in the type's order is NaN as soon as one value is, so that a number as a bound proves that there
     * is no NaN even where {@code nan_count} is missing: parquet-mr from 1.10.0 on, which takes NaN for the greatest number.
     */
    public boolean takesNanForGreatest() {
        return application.equals("parquet-mr") && !isBefore("parquet-mr", 1, 10, 0);
    }

    /**
     * Whether bounds of decimals over byte arrays are values that occur even where the file does not say so: parquet-mr from 1.10.0 on
     * compares them as numbers, leaves out what is too long, and shortens only text and plain bytes.
     */
    public boolean keepsDecimalBoundsWhole() {
        return application.equals("parquet-mr") && !isBefore("parquet-mr", 1, 10, 0);
    }

    /**
     * Whether {@code ColumnMetaData.total_compressed_size} does not count the header of the dictionary page: parquet-mr before 1.2.9
     * (IMPALA-694, PARQUET-816).
     */
    public boolean leavesDictionaryHeaderOut() {
        return isBefore("parquet-mr", 1, 2, 9);
    }

    /**
     * Whether the first value of a page in DELTA_BYTE_ARRAY may have a prefix in common with the last value of the page before:
     * parquet-mr before 1.8.0 (PARQUET-246), and perhaps who does not say who they are.
     */
    public boolean continuesDeltasAcrossPages() {
        return application.isEmpty() || isBefore("parquet-mr", 1, 8, 0);
    }

    /**
     * Whether data pages of version 2 are compressed even if {@code DataPageHeaderV2.is_compressed} says that they are not: Arrow
     * C++ before 3.0.0, when it called itself parquet-cpp (ARROW-10353, ARROW-17100).
     */
    public boolean compressesWithoutSayingSo() {
        return isBefore("parquet-cpp", 2, 0, 0);
    }

    /** Whether it is an application in an older version than one; one that is not given is older than any. */
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
