package io.pq2.internal.thrift;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.PageEncodingStats;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes {@code ColumnChunk} and {@code ColumnMetaData}. */
public final class ColumnChunkWriter {

    private ColumnChunkWriter() {}

    /**
     * Appends column metadata, for encryption.
     *
     * @throws InvalidDataException if the path is missing, or an enum is UNKNOWN without a number
     */
    public static void writeMetadata(ColumnMetaData metadata, CompactWriter out) {
        int outer = out.beginStruct();
        metadata(out, metadata);
        out.endStruct(outer);
    }

    static void columnChunk(CompactWriter out, ColumnChunk chunk) {
        int outer = out.beginStruct();
        out.string(1, chunk.filePath());
        out.i64(2, chunk.fileOffset());
        if (chunk.metadata() != null) {
            int field = out.beginStruct(3);
            metadata(out, chunk.metadata());
            out.endStruct(field);
        }
        out.i64(4, chunk.offsetIndexOffset());
        out.i32(5, chunk.offsetIndexLength());
        out.i64(6, chunk.columnIndexOffset());
        out.i32(7, chunk.columnIndexLength());
        CryptoMetaDataWriter.columnCryptoMetadata(out, 8, chunk.cryptoMetadata());
        out.binary(9, chunk.encryptedColumnMetadata());
        out.endStruct(outer);
    }

    /** Writes the fields of ColumnMetaData. The caller has entered the struct and ends it. */
    private static void metadata(CompactWriter out, ColumnMetaData metadata) {
        List<String> path = metadata.pathInSchema();
        if (path == null) {
            throw new InvalidDataException("ColumnMetaData.path_in_schema: missing");
        }
        List<Integer> unknown = metadata.unknownEncodings();
        Iterator<Integer> unknownEncodings = unknown == null ? Collections.emptyIterator() : unknown.iterator();
        out.i32(1, metadata.type().ordinal());
        out.beginList(2, WireType.I32, metadata.encodings().size());
        for (Encoding encoding : metadata.encodings()) {
            out.elementI32(number("ColumnMetaData.encodings", encoding, unknownEncodings));
        }
        out.beginList(3, WireType.BINARY, path.size());
        path.forEach(out::elementString);
        boolean unknownCodec = metadata.codec() == CompressionCodec.UNKNOWN && metadata.unknownCodec() != null;
        out.i32(
                4,
                unknownCodec
                        ? metadata.unknownCodec()
                        : (Integer) EnumNumbers.known(
                                "ColumnMetaData.codec", metadata.codec().id()));
        out.i64(5, metadata.numValues());
        out.i64(6, metadata.totalUncompressedSize());
        out.i64(7, metadata.totalCompressedSize());
        keyValues(out, 8, metadata.keyValueMetadata());
        out.i64(9, metadata.dataPageOffset());
        out.i64(10, metadata.indexPageOffset());
        out.i64(11, metadata.dictionaryPageOffset());
        StatisticsWriter.statistics(out, 12, metadata.statistics());
        encodingStats(out, metadata.encodingStats(), unknownEncodings);
        out.i64(14, metadata.bloomFilterOffset());
        out.i32(15, metadata.bloomFilterLength());
        StatisticsWriter.sizeStatistics(out, 16, metadata.sizeStatistics());
        StatisticsWriter.geospatialStatistics(out, 17, metadata.geospatialStatistics());
    }

    /**
     * Returns the number of an encoding.
     *
     * @param unknown numbers of UNKNOWN encodings in their order, from the file that the metadata was read from
     */
    private static int number(String field, Encoding encoding, Iterator<Integer> unknown) {
        return encoding == Encoding.UNKNOWN && unknown.hasNext()
                ? unknown.next()
                : EnumNumbers.known(field, encoding.id());
    }

    private static void encodingStats(
            CompactWriter out, @Nullable List<PageEncodingStats> list, Iterator<Integer> unknown) {
        if (list == null) {
            return;
        }
        out.beginList(13, WireType.STRUCT, list.size());
        for (PageEncodingStats stats : list) {
            int outer = out.beginStruct();
            out.i32(
                    1,
                    EnumNumbers.known(
                            "PageEncodingStats.page_type", stats.pageType().id()));
            out.i32(2, number("PageEncodingStats.encoding", stats.encoding(), unknown));
            out.i32(3, stats.count());
            out.endStruct(outer);
        }
    }

    /** Writes an optional list of KeyValue. */
    static void keyValues(CompactWriter out, int id, @Nullable List<KeyValue> entries) {
        if (entries == null) {
            return;
        }
        out.beginList(id, WireType.STRUCT, entries.size());
        for (KeyValue entry : entries) {
            int outer = out.beginStruct();
            out.string(1, entry.key());
            out.string(2, entry.value());
            out.endStruct(outer);
        }
    }
}
