package io.pq2.internal.writer;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of known faults of writers: a row for each fault and range of versions. {@code docs/writers.md} has the
 * same rows with what they lead to.
 */
public final class FaultyWriters {

    /** The name of an application that {@code created_by} does not tell. */
    static final String UNNAMED = "";

    /** The name of all applications that are neither in the table nor in {@link #OWN_WRITERS}. */
    static final String OTHERS = "*";

    /** The report of a fault that was found in files or in the writer's code. */
    static final String NO_REPORT = "none";

    private static final String ARROW2 = "arrow2 - native rust implementation of arrow";

    private static final String HANGXIE_V2 = "github.com/hangxie/parquet-go v2 latest";
    private static final String HANGXIE_V3 = "github.com/hangxie/parquet-go/v3";

    /** Applications with writers of their own that are not in the table. */
    private static final Set<String> OWN_WRITERS = Set.of("pq2", "impala", "fastparquet-python", "parquet-cpp-velox");

    /**
     * A row of the table.
     *
     * @param fault what is wrong
     * @param application the application in lower case; empty for files without {@code created_by}, an asterisk for
     *     applications that are not known
     * @param from the first version with the fault
     * @param until the first version without the fault; absent if no version is known to be free of it
     * @param report the public report of the fault
     */
    public record Row(
            WriterFault fault,
            String application,
            Version from,
            @Nullable Version until,
            String report) {

        private boolean covers(WriterVersion writer) {
            return isOf(writer.application())
                    && writer.version().compareTo(from) >= 0
                    && (until == null || writer.version().compareTo(until) < 0);
        }

        private boolean isOf(String name) {
            return application.equals(OTHERS) ? !KNOWN.contains(name) : application.equals(name);
        }

        /** Returns the public report of the fault, or where it was found. */
        public String reportText() {
            return report.equals(NO_REPORT) ? "seen in files or code" : report;
        }

        /** Returns the versions with the fault, as text. */
        public String versions() {
            if (from.equals(Version.UNKNOWN)) {
                return until == null ? "all" : "before " + until;
            }
            return until == null ? "from " + from : from + " to before " + until;
        }
    }

    private static final List<Row> ROWS = List.of(
            // parquet-mr and its relatives
            before(WriterFault.DEPRECATED_BINARY_MIN_MAX, "parquet-mr", Version.of(1, 8, 0), "PARQUET-251"),
            before(WriterFault.SIZE_WITHOUT_DICTIONARY_HEADER, "parquet-mr", Version.of(1, 2, 9), "PARQUET-816"),
            before(WriterFault.DELTA_ACROSS_PAGES, "parquet-mr", Version.of(1, 8, 0), "PARQUET-246"),
            before(WriterFault.DICTIONARY_PAGE_OFFSET, "parquet-mr", Version.of(1, 12, 0), "PARQUET-1850"),
            between(
                    WriterFault.DICTIONARY_PAGE_OFFSET,
                    "parquet-mr",
                    Version.of(1, 12, 0),
                    Version.of(1, 15, 0),
                    "parquet-java#2962"),
            between(WriterFault.FILE_OFFSET, "parquet-mr", Version.of(1, 12, 0), Version.of(1, 12, 1), "PARQUET-2078"),
            before(WriterFault.NUM_NULLS, "parquet-mr", Version.of(1, 18, 0), "parquet-java#3585"),
            before(WriterFault.BLOOM_FILTER, "parquet-mr-trino", Version.of(460, 0, 0), "trino#22701"),
            // A file without created_by may come from old versions of parquet-mr (PARQUET-297) or cuDF.
            always(WriterFault.DEPRECATED_BINARY_MIN_MAX, UNNAMED, "PARQUET-297"),
            always(WriterFault.DELTA_ACROSS_PAGES, UNNAMED, "PARQUET-297"),
            always(WriterFault.FIXED_DECIMAL_MIN_MAX, UNNAMED, "cudf#11179"),
            always(WriterFault.ZERO_CHECKSUM, UNNAMED, NO_REPORT),
            always(WriterFault.OFFSET_INDEX, UNNAMED, "xitongsys/parquet-go#623"),
            between(
                    WriterFault.INTEGER_DECIMAL_MIN_MAX,
                    "cudf",
                    Version.of(23, 10, 0),
                    Version.of(24, 4, 0),
                    "cudf#15281"),
            // Arrow C++, which named itself parquet-cpp 1.5.1-SNAPSHOT before 4.0.0.
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "parquet-cpp", "PARQUET-1655"),
            always(WriterFault.FIXED_DECIMAL_MIN_MAX, "parquet-cpp", "PARQUET-1655"),
            always(WriterFault.ZERO_NULL_COUNT, "parquet-cpp", "ARROW-12513"),
            always(WriterFault.ROUNDED_ZERO, "parquet-cpp", "ARROW-5562"),
            always(WriterFault.NESTED_MIN_MAX, "parquet-cpp", "PARQUET-1471"),
            before(WriterFault.HIDDEN_COMPRESSION, "parquet-cpp", Version.of(2, 0, 0), "ARROW-10353, ARROW-17100"),
            before(WriterFault.BINARY_DECIMAL_MIN_MAX, "parquet-cpp-arrow", Version.of(4, 0, 0), "PARQUET-1655"),
            before(WriterFault.FIXED_DECIMAL_MIN_MAX, "parquet-cpp-arrow", Version.of(4, 0, 0), "PARQUET-1655"),
            always(WriterFault.NULL_COUNT_WITHOUT_EMPTY_LISTS, "parquet-cpp", "PARQUET-2067, ARROW-16299"),
            always(WriterFault.NUM_NULLS, "parquet-cpp", "arrow#34326"),
            always(WriterFault.ALL_INFINITE_MIN_MAX, "parquet-cpp", "arrow#50182"),
            always(WriterFault.FILE_OFFSET, "parquet-cpp", "PARQUET-2089"),
            before(WriterFault.ZERO_NULL_COUNT, "parquet-cpp-arrow", Version.of(6, 0, 0), "ARROW-12513"),
            between(
                    WriterFault.DICTIONARY_STATISTICS,
                    "parquet-cpp-arrow",
                    Version.of(6, 0, 0),
                    Version.of(12, 0, 0),
                    "arrow#15042, arrow#34106"),
            between(
                    WriterFault.FLOAT16_MIN_MAX,
                    "parquet-cpp-arrow",
                    Version.of(15, 0, 0),
                    Version.of(25, 0, 0),
                    NO_REPORT),
            from(WriterFault.LEVEL_HISTOGRAMS, "parquet-cpp-arrow", Version.of(20, 0, 0), "arrow#50778"),
            before(
                    WriterFault.NULL_COUNT_WITHOUT_EMPTY_LISTS,
                    "parquet-cpp-arrow",
                    Version.of(6, 0, 0),
                    "PARQUET-2067, ARROW-16299"),
            from(
                    WriterFault.STRUCT_NULL_COUNT_WITHOUT_EMPTY_LISTS,
                    "parquet-cpp-arrow",
                    Version.of(6, 0, 0),
                    "arrow#51097"),
            before(WriterFault.NUM_NULLS, "parquet-cpp-arrow", Version.of(12, 0, 0), "arrow#34326"),
            before(WriterFault.ALL_INFINITE_MIN_MAX, "parquet-cpp-arrow", Version.of(25, 0, 0), "arrow#50182"),
            before(WriterFault.FILE_OFFSET, "parquet-cpp-arrow", Version.of(6, 0, 0), "PARQUET-2089"),
            always(WriterFault.NUM_ROWS_OF_PAGES, "parquet-cpp", "PARQUET-2066, arrow#34086"),
            before(
                    WriterFault.NUM_ROWS_OF_PAGES,
                    "parquet-cpp-arrow",
                    Version.of(12, 0, 0),
                    "PARQUET-2066, arrow#34086"),
            from(WriterFault.UNENCODED_BYTES, "parquet-cpp-arrow", Version.of(22, 0, 0), NO_REPORT),
            // arrow-rs
            before(WriterFault.BINARY_MIN_MAX, "parquet-rs", Version.of(6, 0, 0), "arrow-rs#641"),
            before(WriterFault.FLOATING_MIN_MAX, "parquet-rs", Version.of(4, 1, 0), "arrow-rs#255"),
            before(WriterFault.UNSIGNED_MIN_MAX, "parquet-rs", Version.of(13, 0, 0), "arrow-rs#1621"),
            before(WriterFault.FIXED_DECIMAL_MIN_MAX, "parquet-rs", Version.of(13, 0, 0), "arrow-rs#1621"),
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "parquet-rs", "arrow-rs#10860, arrow-rs#11073"),
            before(WriterFault.EMPTY_INDEX_MAX, "parquet-rs", Version.of(53, 0, 0), "arrow-rs#6310"),
            from(WriterFault.NULL_PAGES, "parquet-rs", Version.of(18, 0, 0), NO_REPORT),
            always(WriterFault.NULL_PAGES, "datafusion", NO_REPORT),
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "datafusion", "arrow-rs#10860, arrow-rs#11073"),
            // The name parquet-go has three owners: arrow-go has numbers, xitongsys the version "latest", fraugster
            // none.
            between(
                    WriterFault.BINARY_MIN_MAX,
                    "parquet-go",
                    Version.of(1, 0, 0),
                    Version.of(18, 7, 0),
                    "arrow-go#917"),
            between(
                    WriterFault.UNSIGNED_MIN_MAX,
                    "parquet-go",
                    Version.of(1, 0, 0),
                    Version.of(18, 1, 0),
                    "arrow-go#209"),
            from(WriterFault.BLOOM_FILTER, "parquet-go", Version.of(18, 3, 0), "arrow-go#1164"),
            from(WriterFault.PAGES_WITHIN_ROWS, "parquet-go", Version.of(18, 1, 0), "arrow-go#887"),
            between(
                    WriterFault.ZERO_DISTINCT_COUNT,
                    "parquet-go",
                    Version.of(1, 0, 0),
                    Version.of(18, 7, 0),
                    "arrow-go#806"),
            between(
                    WriterFault.NEGATIVE_NULL_COUNT,
                    "parquet-go",
                    Version.of(1, 0, 0),
                    Version.of(18, 5, 0),
                    "arrow-go#489"),
            from(WriterFault.ALL_INFINITE_MIN_MAX, "parquet-go", Version.of(1, 0, 0), "arrow-go#1007"),
            before(
                    WriterFault.LENGTH_IN_BINARY_MIN_MAX,
                    "parquet-go",
                    Version.of(0, 0, 1),
                    "xitongsys/parquet-go 1.6.1"),
            before(WriterFault.UNSIGNED_MIN_MAX, "parquet-go", Version.of(0, 0, 1), "fraugster/parquet-go"),
            before(WriterFault.NULL_PAGES_WITH_MIN_MAX, "parquet-go", Version.of(0, 0, 1), "xitongsys/parquet-go#587"),
            before(WriterFault.OFFSET_INDEX, "parquet-go", Version.of(0, 0, 1), "xitongsys/parquet-go#623"),
            // A fork of xitongsys/parquet-go.
            always(WriterFault.OFFSET_INDEX, HANGXIE_V2, NO_REPORT),
            always(WriterFault.NULL_PAGES_WITH_MIN_MAX, HANGXIE_V2, "xitongsys/parquet-go#587"),
            always(WriterFault.NUM_ROWS_OF_PAGES, HANGXIE_V2, NO_REPORT),
            always(WriterFault.OFFSET_INDEX, HANGXIE_V3, NO_REPORT),
            always(WriterFault.NULL_PAGES_WITH_MIN_MAX, HANGXIE_V3, "xitongsys/parquet-go#587"),
            // parquet-go of segmentio, continued under the name of the project; Phlare and Pyroscope write with it.
            always(WriterFault.CUT_INDEX_MAX, "github.com/segmentio/parquet-go", "segmentio/parquet-go#495"),
            always(WriterFault.MIN_WITHOUT_EMPTY_VALUES, "github.com/segmentio/parquet-go", "parquet-go#130"),
            always(WriterFault.FLOATING_MIN_MAX, "github.com/segmentio/parquet-go", "parquet-go#459"),
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "github.com/segmentio/parquet-go", "parquet-go#592"),
            always(WriterFault.FIXED_DECIMAL_MIN_MAX, "github.com/segmentio/parquet-go", "parquet-go#592"),
            always(WriterFault.CUT_INDEX_MAX, "github.com/parquet-go/parquet-go", "segmentio/parquet-go#495"),
            before(
                    WriterFault.MIN_WITHOUT_EMPTY_VALUES,
                    "github.com/parquet-go/parquet-go",
                    Version.of(0, 21, 0),
                    "parquet-go#130"),
            before(
                    WriterFault.FLOATING_MIN_MAX,
                    "github.com/parquet-go/parquet-go",
                    Version.of(0, 28, 0),
                    "parquet-go#459"),
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "github.com/parquet-go/parquet-go", "parquet-go#592"),
            always(WriterFault.FIXED_DECIMAL_MIN_MAX, "github.com/parquet-go/parquet-go", "parquet-go#592"),
            always(WriterFault.CUT_INDEX_MAX, "github.com/grafana/phlare/", "segmentio/parquet-go#495"),
            always(WriterFault.MIN_WITHOUT_EMPTY_VALUES, "github.com/grafana/phlare/", "parquet-go#130"),
            always(WriterFault.CUT_INDEX_MAX, "github.com/grafana/pyroscope/", "segmentio/parquet-go#495"),
            always(WriterFault.MIN_WITHOUT_EMPTY_VALUES, "github.com/grafana/pyroscope/", "parquet-go#130"),
            // Polars has no version in created_by. Its old versions wrote as arrow2.
            always(WriterFault.BINARY_MIN_MAX_OF_PAGES, "polars", "polars#25886"),
            always(WriterFault.NULL_COUNT_OF_PAGES, "polars", "polars#29321"),
            always(WriterFault.BINARY_DECIMAL_MIN_MAX, "polars", "polars#29347"),
            always(WriterFault.FIXED_DECIMAL_MIN_MAX, "polars", "polars#29347"),
            always(WriterFault.UNSIGNED_MIN_MAX, "polars", "polars#16683"),
            always(WriterFault.INEXACT_BOOLEAN, "polars", "polars#26667"),
            always(WriterFault.CATEGORY_MIN_MAX, "polars", "polars#29364"),
            always(WriterFault.NESTED_NULL_COUNT, "polars", "polars#20621"),
            always(WriterFault.MIN_MAX, ARROW2, "polars#7842, polars#25886"),
            always(WriterFault.ZERO_NULL_COUNT, ARROW2, "arrow2#1414"),
            always(WriterFault.NESTED_NULL_COUNT, ARROW2, "polars#20621"),
            // Others
            always(WriterFault.CUT_MAX, "hyparquet", "hyparquet-writer#31"),
            always(WriterFault.INTEGER_DECIMAL_MIN_MAX, "hyparquet", "hyparquet-writer#38"),
            always(WriterFault.PAGE_INDEX, "hyparquet", "hyparquet-writer 0.11.1"),
            always(WriterFault.MISSING_REPETITION, "hyparquet", NO_REPORT),
            from(WriterFault.UUID_MIN_MAX, "parquet.net", Version.of(6, 0, 0), "parquet-dotnet#758"),
            always(WriterFault.TIMESTAMP_MIN_MAX, "parquet.net", "parquet-dotnet#769"),
            always(WriterFault.UTF16_ORDER, "parquet.net", NO_REPORT),
            between(
                    WriterFault.BINARY_MIN_MAX,
                    "parquet.net",
                    Version.of(3, 5, 0),
                    Version.of(3, 5, 2),
                    "parquet-dotnet#14"),
            always(WriterFault.INEXACT_BINARY, "duckdb", "duckdb#22548"),
            before(WriterFault.DATA_PAGE_OFFSET, "duckdb", Version.of(0, 0, 1), "duckdb#10829"),
            before(WriterFault.FIXED_DECIMAL_MIN_MAX, "clickhouse", Version.of(25, 8, 0), "ClickHouse#83754"),
            always(WriterFault.EMPTY_INDEX_MAX, "clickhouse", "ClickHouse#103039"),
            always(WriterFault.LEVEL_HISTOGRAMS, "clickhouse", "ClickHouse#120027"),
            before(WriterFault.ZERO_CHECKSUM, "parquet.jl", Version.of(0, 9, 0), "Parquet.jl"),
            // Applications that give their own name to files of arrow-rs or parquet-go. The checks cost little.
            always(WriterFault.NULL_PAGES, OTHERS, NO_REPORT),
            always(WriterFault.CUT_INDEX_MAX, OTHERS, "segmentio/parquet-go#495"),
            always(WriterFault.EMPTY_INDEX_MAX, OTHERS, "arrow-rs#6310"));

    private static final Set<String> KNOWN = known();

    private FaultyWriters() {}

    private static Row always(WriterFault fault, String application, String report) {
        return new Row(fault, application, Version.UNKNOWN, null, report);
    }

    private static Row before(WriterFault fault, String application, Version until, String report) {
        return new Row(fault, application, Version.UNKNOWN, until, report);
    }

    private static Row from(WriterFault fault, String application, Version from, String report) {
        return new Row(fault, application, from, null, report);
    }

    private static Row between(WriterFault fault, String application, Version from, Version until, String report) {
        return new Row(fault, application, from, until, report);
    }

    private static Set<String> known() {
        Set<String> known = new HashSet<>(OWN_WRITERS);
        ROWS.forEach(row -> known.add(row.application()));
        return known;
    }

    /** Returns all rows. */
    public static List<Row> rows() {
        return ROWS;
    }

    /** Returns the rows of a version of a writer. */
    public static List<Row> of(WriterVersion writer) {
        List<Row> rows = new ArrayList<>();
        for (Row row : ROWS) {
            if (row.covers(writer)) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Returns the row of a writer and a fault; absent if the writer is not known to have it. */
    public static @Nullable Row of(WriterVersion writer, WriterFault fault) {
        for (Row row : of(writer)) {
            if (row.fault() == fault && !row.application().equals(OTHERS)) {
                return row;
            }
        }
        return null;
    }

    /** Returns the faults of a version of a writer. */
    static Set<WriterFault> faults(WriterVersion writer) {
        Set<WriterFault> faults = EnumSet.noneOf(WriterFault.class);
        of(writer).forEach(row -> faults.add(row.fault()));
        return faults;
    }
}
