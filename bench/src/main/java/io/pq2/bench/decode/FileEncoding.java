package io.pq2.bench.decode;

import io.pq2.internal.schema.Int96;
import java.util.Objects;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.column.values.factory.DefaultV2ValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of all values of a file, overriding parquet-java's choice. Encodings of the format's second version are
 * in data pages of version 2, as parquet-java writes them; the others are in version 1.
 */
enum FileEncoding {
    PLAIN(WriterVersion.PARQUET_1_0),
    DICTIONARY(WriterVersion.PARQUET_1_0),
    BYTE_STREAM_SPLIT(WriterVersion.PARQUET_1_0),
    RLE(WriterVersion.PARQUET_2_0),
    DELTA_BINARY_PACKED(WriterVersion.PARQUET_2_0),
    DELTA_LENGTH_BYTE_ARRAY(WriterVersion.PARQUET_2_0),
    DELTA_BYTE_ARRAY(WriterVersion.PARQUET_2_0);

    private static final int PAGE_BYTES = 1 << 20;

    private final WriterVersion version;

    FileEncoding(WriterVersion version) {
        this.version = version;
    }

    ParquetProperties properties() {
        return ParquetProperties.builder()
                .withWriterVersion(version)
                .withPageSize(PAGE_BYTES)
                .withDictionaryEncoding(this == DICTIONARY)
                .withValuesWriterFactory(new Forced(this))
                .build();
    }

    private static final class Forced implements ValuesWriterFactory {

        private final FileEncoding encoding;
        private final ValuesWriterFactory dictionaries = new DefaultV1ValuesWriterFactory();
        /** A writer factory without fallback; the default factory falls back to PLAIN. */
        private final ValuesWriterFactory fixedDictionaries = new DefaultV2ValuesWriterFactory();

        /** Absent before {@link #initialize}. */
        private @Nullable ParquetProperties properties;

        Forced(FileEncoding encoding) {
            this.encoding = encoding;
        }

        @Override
        public void initialize(ParquetProperties newProperties) {
            properties = newProperties;
            dictionaries.initialize(newProperties);
            fixedDictionaries.initialize(newProperties);
        }

        @Override
        public ValuesWriter newValuesWriter(ColumnDescriptor column) {
            ParquetProperties given = Objects.requireNonNull(properties);
            int slab = given.getInitialSlabSize();
            int page = given.getPageSizeThreshold();
            ByteBufferAllocator allocator = given.getAllocator();
            return switch (encoding) {
                case PLAIN -> plain(column, slab, page, allocator);
                case DICTIONARY ->
                    column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
                            ? fixedDictionaries.newValuesWriter(column)
                            : dictionaries.newValuesWriter(column);
                case BYTE_STREAM_SPLIT -> split(column, slab, page, allocator);
                case RLE -> new RunLengthBitPackingHybridValuesWriter(1, slab, page, allocator);
                case DELTA_BINARY_PACKED -> deltas(column, slab, page, allocator);
                case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesWriter(slab, page, allocator);
                case DELTA_BYTE_ARRAY -> new DeltaByteArrayWriter(slab, page, allocator);
            };
        }

        private static ValuesWriter plain(ColumnDescriptor column, int slab, int page, ByteBufferAllocator allocator) {
            return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                case BOOLEAN -> new BooleanPlainValuesWriter();
                case INT96 -> new FixedLenByteArrayPlainValuesWriter(Int96.WIDTH, slab, page, allocator);
                case FIXED_LEN_BYTE_ARRAY ->
                    new FixedLenByteArrayPlainValuesWriter(width(column), slab, page, allocator);
                case INT32, INT64, FLOAT, DOUBLE, BINARY -> new PlainValuesWriter(slab, page, allocator);
            };
        }

        private static ValuesWriter split(ColumnDescriptor column, int slab, int page, ByteBufferAllocator allocator) {
            return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(slab, page, allocator);
                case INT64 -> new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(slab, page, allocator);
                case FLOAT -> new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(slab, page, allocator);
                case DOUBLE -> new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(slab, page, allocator);
                case FIXED_LEN_BYTE_ARRAY ->
                    new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                            width(column), slab, page, allocator);
                case BOOLEAN, INT96, BINARY -> throw new IllegalArgumentException("unsupported encoding of " + column);
            };
        }

        private static ValuesWriter deltas(ColumnDescriptor column, int slab, int page, ByteBufferAllocator allocator) {
            return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> new DeltaBinaryPackingValuesWriterForInteger(slab, page, allocator);
                case INT64 -> new DeltaBinaryPackingValuesWriterForLong(slab, page, allocator);
                case BOOLEAN, FLOAT, DOUBLE, INT96, BINARY, FIXED_LEN_BYTE_ARRAY ->
                    throw new IllegalArgumentException("unsupported encoding of " + column);
            };
        }

        private static int width(ColumnDescriptor column) {
            return column.getPrimitiveType().getTypeLength();
        }
    }
}
