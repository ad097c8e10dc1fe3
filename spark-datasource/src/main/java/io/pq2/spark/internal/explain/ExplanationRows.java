package io.pq2.spark.internal.explain;

import io.pq2.predicate.SkipReason;
import io.pq2.read.ColumnReport;
import io.pq2.read.RowGroupReport;
import io.pq2.read.ScanExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The explanation of a scan as rows, one for each row group. docs/explaining.md describes the columns. */
final class ExplanationRows {

    /** The columns of the rows. */
    static final StructType SCHEMA = StructType.fromDDL("file STRING, row_group INT, `rows` BIGINT, bytes BIGINT, "
            + "status STRING, reason STRING, condition STRING, rows_skipped BIGINT, rows_filtered BIGINT, "
            + "rows_returned BIGINT, inconclusive ARRAY<STRING>, columns ARRAY<STRUCT<column: STRING, "
            + "bytes_read: BIGINT, bytes_skipped: BIGINT, pages_read: BIGINT, pages_passed_over: BIGINT, "
            + "pages_skipped: BIGINT>>, filter STRING");

    private ExplanationRows() {}

    /** Returns the rows of an explanation, in the order of the file. */
    static List<Row> of(ScanExplanation explanation) {
        List<Row> rows = new ArrayList<>();
        for (RowGroupReport report : explanation.rowGroups()) {
            rows.add(RowFactory.create(
                    explanation.file(),
                    report.ordinal(),
                    report.rows(),
                    report.bytes(),
                    report.status().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    report.reason() == null ? null : report.reason().label(),
                    text(report.condition()),
                    report.rowsSkipped(),
                    report.rowsFiltered(),
                    report.rowsRead(),
                    seq(report.inconclusive().stream()
                            .sorted()
                            .map(SkipReason::label)
                            .toList()),
                    seq(report.columns().stream().map(ExplanationRows::row).toList()),
                    text(explanation.filter())));
        }
        return rows;
    }

    private static Row row(ColumnReport column) {
        return RowFactory.create(
                column.column().dottedPath(),
                column.bytesRequested(),
                column.allBytesSkipped(),
                column.pagesRead(),
                column.pagesPassedOver(),
                column.pagesSkipped());
    }

    private static @Nullable String text(@Nullable Object predicate) {
        return predicate == null ? null : predicate.toString();
    }

    private static <T> Seq<T> seq(List<T> values) {
        return CollectionConverters.asScala(values).toSeq();
    }
}
