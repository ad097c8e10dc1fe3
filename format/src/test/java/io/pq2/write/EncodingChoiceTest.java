package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The encoding is the one that makes a column smallest, out of those that are allowed. */
class EncodingChoiceTest {

    private static final int ROWS = 60_000;

    private static final Map<CompressionCodec, CompressionCodecName> CODECS = Map.of(
            CompressionCodec.UNCOMPRESSED, CompressionCodecName.UNCOMPRESSED,
            CompressionCodec.SNAPPY, CompressionCodecName.SNAPPY,
            CompressionCodec.ZSTD, CompressionCodecName.ZSTD);

    @ParameterizedTest
    @EnumSource
    void noColumnIsLargerThanThatOfParquetJava(ValueShapes shape) throws IOException {
        List<List<Object>> rows = rows(shape, ROWS);
        for (Map.Entry<CompressionCodec, CompressionCodecName> codec : CODECS.entrySet()) {
            WriteOptions options = WriteOptions.builder().codec(codec.getKey()).build();
            ColumnMetaData column = column(shape, rows, options);
            long theirs = ParquetJavaSizes.of(shape.field(), ROWS, shape::fill, codec.getValue());
            // A page's header may say more than theirs, which counts where there is hardly anything else.
            assertThat(column.totalCompressedSize())
                    .as("%s of %s", codec.getKey(), column.encodings())
                    .isLessThan(theirs + theirs * percentMore(shape, codec.getKey()) / 100 + 20);
        }
    }

    /** Fast codecs may overlook that ids repeat far apart; in which file they do depends on where their runs end. */
    private static int percentMore(ValueShapes shape, CompressionCodec codec) {
        boolean luck = shape == ValueShapes.CYCLIC_TEXTS
                && (codec == CompressionCodec.SNAPPY || codec == CompressionCodec.ZSTD);
        return luck ? 15 : 1;
    }

    private static ColumnMetaData column(ValueShapes shape, List<List<Object>> rows, WriteOptions options) {
        return TestRows.write(schema(shape), rows, options, 4096)
                .metaData()
                .rowGroups()
                .get(0)
                .columns()
                .get(0)
                .metaData();
    }

    private static Schema schema(ValueShapes shape) {
        int length = shape.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? ValueShapes.FIXED_LENGTH : 0;
        return new Schema("m", List.of(new PrimitiveField("x", Repetition.REQUIRED, shape.type(), length, null, null)));
    }

    private static List<List<Object>> rows(ValueShapes shape, int count) {
        List<List<Object>> rows = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            rows.add(List.of(shape.at(row)));
        }
        return rows;
    }
}
