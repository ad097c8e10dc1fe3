package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableFile;
import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.ScanExplanation;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports of row groups as records, with the fields of the Spark source {@code pq2-explain}. */
final class ExplanationRecords {

    static final List<String> FIELDS = List.of(
            "file",
            "row_group",
            "rows",
            "bytes",
            "status",
            "reason",
            "condition",
            "rows_skipped",
            "rows_filtered",
            "rows_returned",
            "inconclusive",
            "columns",
            "filter");

    private ExplanationRecords() {}

    static List<@Nullable Object> of(ScanExplanation explanation, RowGroupReport group) {
        SkipReason reason = group.reason();
        return Arrays.asList(
                explanation.file(),
                group.ordinal(),
                group.rows(),
                group.bytes(),
                group.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                reason == null ? null : reason.label(),
                group.condition() == null ? null : group.condition().toString(),
                group.rowsSkipped(),
                group.rowsFiltered(),
                group.rowsRead(),
                group.inconclusive().stream().sorted().map(SkipReason::label).toList(),
                group.columns().stream().map(ExplanationRecords::column).toList(),
                explanation.filter() == null ? null : explanation.filter().toString());
    }

    private static Map<String, Object> column(ColumnReport column) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("column", column.column().dottedPath());
        object.put("bytes_read", column.bytesRequested());
        object.put("bytes_skipped", column.allBytesSkipped());
        object.put("pages_read", column.pagesRead());
        object.put("pages_passed_over", column.pagesPassedOver());
        object.put("pages_skipped", column.pagesSkipped());
        return object;
    }

    /** Returns the record of a file that was not opened. */
    static List<@Nullable Object> ofExcluded(TableFile file) {
        List<@Nullable Object> record =
                Arrays.asList(Collections.nCopies(FIELDS.size(), null).toArray());
        record.set(0, file.name());
        record.set(FIELDS.indexOf("status"), "skipped");
        record.set(FIELDS.indexOf("reason"), "partition values");
        return record;
    }
}
