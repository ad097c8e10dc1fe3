package io.pq2.spark.internal.columns.leaf;

import org.apache.spark.sql.catalyst.expressions.FileSourceGeneratedMetadataStructField$;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StructField;

/**
 * Recognises columns of row positions. Spark's V1 sources read {@code _metadata.row_index} from a column with a
 * reserved name, which Spark marks. A table may have a column of that name too.
 */
public final class RowIndexColumn {

    /** The reserved name. */
    public static final String NAME = ParquetFileFormat.ROW_INDEX_TEMPORARY_COLUMN_NAME();

    private RowIndexColumn() {}

    /** Whether Spark added a column for {@code _metadata.row_index}. Files do not store such a column. */
    public static boolean isMarked(StructField column) {
        return column.name().equals(NAME)
                && column.metadata()
                        .contains(
                                FileSourceGeneratedMetadataStructField$.MODULE$
                                        .FILE_SOURCE_GENERATED_METADATA_COL_ATTR_KEY());
    }

    /**
     * Whether a column of a scan consists of row positions: Spark added it, or it has the reserved name and the file
     * does not store it.
     *
     * @param stored whether the file stores the column
     * @throws SchemaColumnConvertNotSupportedException if the column would consist of row positions, but is not BIGINT
     */
    public static boolean isGenerated(StructField column, boolean stored) {
        if (!column.name().equals(NAME) || stored && !isMarked(column)) {
            return false;
        }
        if (!(column.dataType() instanceof LongType)) {
            throw new SchemaColumnConvertNotSupportedException(
                    "[" + NAME + "]",
                    "generated row positions of type bigint, because the file does not store the column",
                    column.dataType().catalogString());
        }
        return true;
    }
}
