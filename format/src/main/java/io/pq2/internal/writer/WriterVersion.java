package io.pq2.internal.writer;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The application that wrote a file, its version and its known faults. It comes from {@code FileMetaData.created_by},
 * which has the form {@code <application> version <version> (build <hash>)}. Writers leave out any part of it.
 */
public final class WriterVersion {

    /** An unknown application. */
    public static final WriterVersion UNKNOWN = new WriterVersion("", Version.UNKNOWN);

    private static final String KEYWORD = "version";

    private static final String PARQUET_MR = "parquet-mr";
    private static final Version COMPARES_NUMBERS = Version.of(1, 10, 0);
    private static final Version SKIPS_NANS = new Version(1, 18, 0, true);

    private final String application;
    private final Version version;
    private final Set<WriterFault> faults;

    /**
     * Looks up the faults of a writer.
     *
     * @param application the name in lower case; empty if unknown
     */
    private WriterVersion(String application, Version version) {
        this.application = application;
        this.version = version;
        this.faults = FaultyWriters.faults(this);
    }

    /**
     * Parses {@code created_by}. Returns {@link #UNKNOWN} if it is absent or blank. A text in another form is the name
     * of an application of unknown version.
     */
    public static WriterVersion parse(@Nullable String createdBy) {
        String text = createdBy == null ? "" : withoutBuild(createdBy);
        if (text.isEmpty()) {
            return UNKNOWN;
        }
        String[] words = text.split("\\s+");
        int end = words.length;
        Version version = Version.UNKNOWN;
        for (int i = 1; i < words.length; i++) {
            if (words[i].equalsIgnoreCase(KEYWORD)) {
                end = i;
                version = i + 1 < words.length ? Version.parse(words[i + 1]) : Version.UNKNOWN;
                break;
            }
        }
        if (end == words.length && end > 1 && Version.isVersion(words[end - 1])) {
            end--;
            version = Version.parse(words[end]);
        }
        String name = String.join(" ", Arrays.copyOf(words, end));
        return new WriterVersion(name.toLowerCase(Locale.ROOT), version);
    }

    /** Returns the text before a parenthesis, without quotes and spaces around it. */
    private static String withoutBuild(String createdBy) {
        String text = createdBy.strip();
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
            text = text.substring(1, text.length() - 1);
        }
        int parenthesis = text.indexOf('(');
        return (parenthesis < 0 ? text : text.substring(0, parenthesis)).strip();
    }

    /** Returns the name of the application in lower case; empty if unknown. */
    public String application() {
        return application;
    }

    /** Returns the version of the application. */
    public Version version() {
        return version;
    }

    /** Whether this version is known to write something wrongly. */
    public boolean has(WriterFault fault) {
        return faults.contains(fault);
    }

    /**
     * Whether the max of floating-point values is NaN as soon as one value is. A number as max then shows that there is
     * no NaN, even if {@code nan_count} is absent. True for parquet-mr from 1.10.0 to before 1.18.0, which orders NaN
     * after all numbers; 1.18.0 leaves NaN out (PARQUET-2249).
     */
    public boolean ordersNanLast() {
        return application.equals(PARQUET_MR)
                && version.compareTo(COMPARES_NUMBERS) >= 0
                && version.compareTo(SKIPS_NANS) < 0;
    }

    /**
     * Whether min and max of decimals over byte arrays are values of the column even if the file does not say that they
     * are exact. True for parquet-mr from 1.10.0 on: it compares decimals as numbers, omits long values, and truncates
     * only text and plain bytes.
     */
    public boolean writesExactDecimalMinMax() {
        return application.equals(PARQUET_MR) && version.compareTo(COMPARES_NUMBERS) >= 0;
    }

    @Override
    public String toString() {
        return application + " " + version;
    }
}
