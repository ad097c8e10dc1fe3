package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import io.pq2.read.StoredPage;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the page index of a column chunk with its data pages. */
final class IndexCheck {

    private final Column column;
    private final MinMaxOrder order;
    private final StatisticsCheck statistics;
    private final WriterFaults faults;
    private final Findings findings;
    private final FileLocation location;
    /** The data pages that have values, and what is true of them. */
    private final List<StoredPage> pages;

    private final List<ColumnFacts> facts;

    IndexCheck(
            Column column,
            MinMaxOrder order,
            StatisticsCheck statistics,
            WriterFaults faults,
            Findings findings,
            FileLocation location,
            List<StoredPage> pages,
            List<ColumnFacts> facts) {
        this.column = column;
        this.order = order;
        this.statistics = statistics;
        this.faults = faults;
        this.findings = findings;
        this.location = location;
        this.pages = pages;
        this.facts = facts;
    }

    /** Reports what is wrong about all pages, or about one. */
    private void wrong(Rule rule, int page, String message) {
        FaultyWriters.Row row = rule == Rule.OFFSET_INDEX ? faults.ofOffsetIndex() : faults.ofPageIndex();
        findings.wrong(row, rule, page < 0 ? location : pageLocation(page), message);
    }

    /** Compares the offset index with the pages. */
    void offsets(OffsetIndex index) {
        List<PageLocation> stated = index.pageLocations();
        if (stated.size() != pages.size()) {
            wrong(
                    Rule.OFFSET_INDEX,
                    -1,
                    "page_locations has " + stated.size() + " pages; the chunk has " + pages.size() + " data pages");
            return;
        }
        long row = 0;
        for (int i = 0; i < pages.size(); i++) {
            PageLocation page = stated.get(i);
            StoredPage actual = pages.get(i);
            compare(Rule.OFFSET_INDEX, i, "offset", page.offset(), actual.offset());
            long size = actual.end() - actual.offset();
            compare(Rule.OFFSET_INDEX, i, "compressed_page_size", page.compressedPageSize(), size);
            if (facts.get(i).startsAtRow()) {
                compare(Rule.OFFSET_INDEX, i, "first_row_index", page.firstRowIndex(), row);
            } else {
                wrong(Rule.OFFSET_INDEX, i, "page " + i + " has an offset index, but does not begin with a row");
            }
            row += facts.get(i).rows();
        }
        List<Long> sizes = index.unencodedByteArrayDataBytes();
        if (sizes == null || !hasSize(Rule.OFFSET_INDEX, "unencoded_byte_array_data_bytes", sizes, pages.size())) {
            return;
        }
        for (int i = 0; i < pages.size(); i++) {
            statistics.bytes(
                    sizes.get(i),
                    facts.get(i).values().bytes(),
                    Rule.OFFSET_INDEX,
                    "unencoded_byte_array_data_bytes of page " + i,
                    pageLocation(i));
        }
    }

    private void compare(Rule rule, int page, String field, long stated, long actual) {
        if (stated != actual) {
            wrong(rule, page, field + " of page " + page + " is " + stated + ", but it is " + actual);
        }
    }

    private boolean hasSize(Rule rule, String field, List<?> list, long size) {
        if (list.size() != size) {
            wrong(rule, -1, field + " has " + list.size() + " elements instead of " + size);
        }
        return list.size() == size;
    }

    /** Compares the column index with the pages. */
    void columns(ColumnIndex index) {
        int count = pages.size();
        Rule rule = Rule.COLUMN_INDEX;
        if (!hasSize(rule, "null_pages", index.nullPages(), count)
                || !hasSize(rule, "min_values", index.minValues(), count)
                || !hasSize(rule, "max_values", index.maxValues(), count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            boolean isNull = facts.get(i).values().isEmpty();
            if (index.nullPages().get(i) != isNull) {
                findings.wrong(
                        faults.ofNullPage(index.nullPages().get(i)),
                        rule,
                        pageLocation(i),
                        "null_pages of page " + i + " is " + index.nullPages().get(i) + ", but "
                                + (isNull ? "all values are null" : "not all values are null"));
            } else if (!isNull && statistics.hasOrder()) {
                statistics
                        .indexMinMax(pageLocation(i))
                        .check(
                                "min_values",
                                "max_values",
                                index.minValues().get(i),
                                index.maxValues().get(i),
                                null,
                                null,
                                facts.get(i).values());
            }
        }
        nullCounts(index.nullCounts());
        nanCounts(index.nanCounts());
        histograms("repetition_level_histograms", index.repetitionLevelHistograms(), true);
        histograms("definition_level_histograms", index.definitionLevelHistograms(), false);
        boundaryOrder(index);
    }

    private FileLocation pageLocation(int page) {
        return new FileLocation(
                location.file(),
                location.rowGroup(),
                location.column(),
                page,
                pages.get(page).offset());
    }

    private void nullCounts(@Nullable List<Long> stated) {
        if (stated == null || !hasSize(Rule.COLUMN_INDEX, "null_counts", stated, pages.size())) {
            return;
        }
        for (int i = 0; i < pages.size(); i++) {
            statistics.nullCount(
                    "null_counts of page " + i, stated.get(i), facts.get(i), Rule.COLUMN_INDEX, pageLocation(i));
        }
    }

    private void nanCounts(@Nullable List<Long> stated) {
        if (stated == null || !hasSize(Rule.COLUMN_INDEX, "nan_counts", stated, pages.size())) {
            return;
        }
        for (int i = 0; i < pages.size(); i++) {
            compare(
                    Rule.COLUMN_INDEX,
                    i,
                    "nan_counts",
                    stated.get(i),
                    facts.get(i).values().nans());
        }
    }

    private void histograms(String field, @Nullable List<Long> stated, boolean repetition) {
        if (stated == null || stated.isEmpty()) {
            return;
        }
        int levels = (repetition ? column.maxRepetitionLevel() : column.maxDefinitionLevel()) + 1;
        if (!hasSize(Rule.COLUMN_INDEX, field, stated, (long) levels * pages.size())) {
            return;
        }
        for (int i = 0; i < pages.size(); i++) {
            ColumnFacts page = facts.get(i);
            statistics.histogram(
                    field + " of page " + i,
                    stated.subList(i * levels, (i + 1) * levels),
                    repetition ? page.repetitions() : page.definitions(),
                    Rule.COLUMN_INDEX,
                    pageLocation(i));
        }
    }

    /** Checks that min and max of the pages with values are in the stated order. */
    private void boundaryOrder(ColumnIndex index) {
        BoundaryOrder stated = index.boundaryOrder();
        if (stated != BoundaryOrder.ASCENDING && stated != BoundaryOrder.DESCENDING || !statistics.hasOrder()) {
            return;
        }
        List<byte[]> mins = new ArrayList<>();
        List<byte[]> maxs = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            if (!index.nullPages().get(i)) {
                mins.add(index.minValues().get(i));
                maxs.add(index.maxValues().get(i));
            }
        }
        if (!isOrdered(mins, stated) || !isOrdered(maxs, stated)) {
            wrong(Rule.COLUMN_INDEX, -1, "boundary_order is " + stated + ", but min and max of the pages are not");
        }
    }

    private boolean isOrdered(List<byte[]> values, BoundaryOrder stated) {
        MinMaxDecoder decoder = MinMaxDecoder.ofValues(column.field());
        for (int i = 1; i < values.size(); i++) {
            int comparison;
            if (order.isTotal()) {
                comparison = order.hasLength(values.get(i - 1)) && order.hasLength(values.get(i))
                        ? order.compare(values.get(i - 1), values.get(i))
                        : 0;
            } else {
                Comparable<?> left = decoder.decode(values.get(i - 1));
                Comparable<?> right = decoder.decode(values.get(i));
                comparison = left == null || right == null ? 0 : ValueOrder.compare(left, right);
            }
            if (stated == BoundaryOrder.ASCENDING ? comparison > 0 : comparison < 0) {
                return false;
            }
        }
        return true;
    }
}
