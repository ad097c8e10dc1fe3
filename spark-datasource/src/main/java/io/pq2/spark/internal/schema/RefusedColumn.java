package io.pq2.spark.internal.schema;

import org.apache.spark.sql.AnalysisException;

/** Spark's error for a column without a type in Spark, with the column's place. */
final class RefusedColumn extends AnalysisException {

    private static final long serialVersionUID = 1L;

    private RefusedColumn(AnalysisException refusal, String place) {
        super(
                refusal.message() + " " + place,
                refusal.line(),
                refusal.startPosition(),
                scala.Option.apply(refusal),
                refusal.errorClass(),
                refusal.messageParameters(),
                refusal.context());
    }

    /** Returns a refusal with the column's dotted path; the refusal itself if it has a column already. */
    static AnalysisException of(AnalysisException refusal, String column) {
        return refusal instanceof RefusedColumn ? refusal : new RefusedColumn(refusal, "The column is " + column + ".");
    }

    /** Returns a refusal with the file of the column. */
    static AnalysisException in(AnalysisException refusal, String file) {
        return new RefusedColumn(refusal, "The file is " + file + ".");
    }
}
