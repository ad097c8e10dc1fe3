package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.Statistics;
import org.jspecify.annotations.Nullable;

/** Compares the header of a data page with its contents. */
final class PageHeaderCheck {

    private PageHeaderCheck() {}

    static void check(
            PageHeader header,
            ColumnFacts facts,
            StatisticsCheck statistics,
            WriterFaults faults,
            Findings findings,
            FileLocation place) {
        DataPageHeaderV2 v2 = header.dataPageHeaderV2();
        DataPageHeader v1 = header.dataPageHeader();
        if (v2 != null) {
            if (!facts.startsAtRow()) {
                findings.wrong(
                        faults.row(WriterFault.PAGES_WITHIN_ROWS),
                        Rule.PAGE,
                        place,
                        "a page of version 2 does not begin with a row");
            }
            // Readers without a page index skip rows by it.
            if (v2.numRows() != facts.rows()) {
                findings.wrong(
                        faults.ofNumRows(v2.numRows(), facts),
                        Rule.PAGE,
                        place,
                        "num_rows of the page is " + v2.numRows() + ", but " + facts.rows() + " rows begin in it");
            }
            // Some readers decode as many values as it leaves.
            if (v2.numNulls() != facts.nulls()) {
                findings.wrong(
                        faults.ofNumNulls(v2.numNulls(), hasNullCount(v2.statistics()), facts),
                        Rule.PAGE,
                        place,
                        "num_nulls of the page is " + v2.numNulls() + ", but there are " + facts.nulls());
            }
            statistics.statistics(v2.statistics(), facts, -1, place);
        } else if (v1 != null) {
            statistics.statistics(v1.statistics(), facts, -1, place);
            boolean levels = facts.repetitions().length > 1 || facts.definitions().length > 1;
            if (levels
                    && place.page() == 0
                    && (v1.definitionLevelEncoding() == Encoding.BIT_PACKED && facts.definitions().length > 1
                            || v1.repetitionLevelEncoding() == Encoding.BIT_PACKED && facts.repetitions().length > 1)) {
                findings.note(
                        Rule.READERS,
                        place,
                        "the levels have the deprecated encoding BIT_PACKED, which some readers (DuckDB) do not know");
            }
        }
    }

    /** Some writers that make no statistics write empty ones. */
    private static boolean hasNullCount(@Nullable Statistics statistics) {
        return statistics != null && statistics.nullCount() != null;
    }
}
