package io.pq2.spark.internal.estimate;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StringType$;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/**
 * Counts the bytes of a column in Spark's rows, as Spark's own estimates do: the width of the type, and for strings
 * their bytes and 12 more. Neither the codec nor the encoding of the file matters.
 */
final class ColumnWidth {

    /** The bytes that Spark counts for a string in addition to its text: base and length. */
    private static final int STRING_OVERHEAD = 12;

    /** The length before each value in the encoding PLAIN. */
    private static final int LENGTH_BYTES = 4;

    /** Encodings in which the size of a column does not tell the length of its values. */
    private static final Set<Encoding> COMPACT = EnumSet.of(
            Encoding.PLAIN_DICTIONARY,
            Encoding.RLE_DICTIONARY,
            Encoding.DELTA_BYTE_ARRAY,
            Encoding.DELTA_LENGTH_BYTE_ARRAY);

    private ColumnWidth() {}

    /** Returns the bytes of a column that no file stores. */
    static double unknown(DataType type, double rows) {
        return rows * (isText(type) ? type.defaultSize() + STRING_OVERHEAD : type.defaultSize());
    }

    /**
     * Returns the bytes of a column in the rows of a row group.
     *
     * @param chunks the column chunks of the column: one, or several if it is nested
     * @param rows the number of rows
     */
    static double of(DataType type, List<ChunkPlan> chunks, double rows) {
        if (isText(type) && chunks.size() == 1) {
            return textBytes(chunks.get(0)) + rows * STRING_OVERHEAD;
        }
        if (!isNested(type) || chunks.isEmpty()) {
            return rows * type.defaultSize();
        }
        double bytes = rows * Long.BYTES;
        for (ChunkPlan chunk : chunks) {
            bytes += leafBytes(chunk);
        }
        return bytes;
    }

    private static double leafBytes(ChunkPlan chunk) {
        Column leaf = chunk.column();
        double values = chunk.metadata().numValues();
        return switch (leaf.field().physicalType()) {
            case BOOLEAN -> values;
            case INT32, FLOAT -> values * Integer.BYTES;
            case INT64, DOUBLE, INT96 -> values * Long.BYTES;
            case FIXED_LEN_BYTE_ARRAY -> values * leaf.field().typeLength();
            case BYTE_ARRAY -> textBytes(chunk) + values * STRING_OVERHEAD;
        };
    }

    /** Returns the bytes of the present values of a chunk, without their lengths. */
    private static double textBytes(ChunkPlan chunk) {
        ColumnMetaData metadata = chunk.metadata();
        if (chunk.column().field().physicalType() != PhysicalType.BYTE_ARRAY) {
            return converted(chunk, metadata);
        }
        SizeStatistics sizes = metadata.sizeStatistics();
        Long exact = sizes == null ? null : sizes.unencodedByteArrayDataBytes();
        if (exact != null && exact >= 0) {
            return exact;
        }
        double present = present(metadata);
        double stored = Math.max(0, metadata.totalUncompressedSize() - present * LENGTH_BYTES);
        return metadata.encodings().stream().anyMatch(COMPACT::contains)
                ? Math.max(stored, present * meanLength(metadata))
                : stored;
    }

    /** Returns the bytes of texts made from values of another type, such as the UUID of 36 characters. */
    private static double converted(ChunkPlan chunk, ColumnMetaData metadata) {
        return present(metadata) * (Long.BYTES + 2.0 * chunk.column().field().typeLength());
    }

    static double present(ColumnMetaData metadata) {
        Statistics statistics = metadata.statistics();
        Long nulls = statistics == null ? null : statistics.nullCount();
        long values = metadata.numValues();
        return nulls == null || nulls < 0 || nulls > values ? values : values - nulls;
    }

    /** Returns the mean of the lengths of min and max; Spark's default length if they are unknown. */
    private static double meanLength(ColumnMetaData metadata) {
        Statistics statistics = metadata.statistics();
        if (statistics != null && statistics.minValue() != null && statistics.maxValue() != null) {
            return (statistics.minValue().length + statistics.maxValue().length) / 2.0;
        }
        return StringType$.MODULE$.defaultSize();
    }

    private static boolean isText(DataType type) {
        return type instanceof StringType || type instanceof BinaryType;
    }

    private static boolean isNested(DataType type) {
        return type instanceof StructType
                || type instanceof ArrayType
                || type instanceof MapType
                || type instanceof VariantType;
    }
}
