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

/** Writes the description of a column chunk. */
public final class ColumnChunkWriter {

    private ColumnChunkWriter() {}

    /**
     * Appends column metadata that is to be encrypted on its own.
     *
     * @throws InvalidDataException if it has no path, or an enum in it is UNKNOWN
     */
    public static void writeMetaData(ColumnMetaData metaData, CompactWriter out) {
        int outer = out.beginStruct();
        metaData(out, metaData);
        out.endStruct(outer);
    }

    static void columnChunk(CompactWriter out, ColumnChunk chunk) {
        int outer = out.beginStruct();
        out.string(1, chunk.filePath());
        out.i64(2, chunk.fileOffset());
        if (chunk.metaData() != null) {
            int field = out.beginStruct(3);
            metaData(out, chunk.metaData());
            out.endStruct(field);
        }
        out.i64(4, chunk.offsetIndexOffset());
        out.i32(5, chunk.offsetIndexLength());
        out.i64(6, chunk.columnIndexOffset());
        out.i32(7, chunk.columnIndexLength());
        CryptoMetaDataWriter.columnCryptoMetaData(out, 8, chunk.cryptoMetadata());
        out.binary(9, chunk.encryptedColumnMetadata());
        out.endStruct(outer);
    }

    /** Writes the fields of ColumnMetaData; the caller has entered the struct and ends it. */
    private static void metaData(CompactWriter out, ColumnMetaData metaData) {
        if (metaData.pathInSchema() == null) {
            throw new InvalidDataException("ColumnMetaData.path_in_schema: missing");
        }
        Iterator<Integer> unknownEncodings = metaData.unknownEncodings() == null
                ? Collections.emptyIterator()
                : metaData.unknownEncodings().iterator();
        out.i32(1, metaData.type().ordinal());
        out.beginList(2, WireType.I32, metaData.encodings().size());
        for (Encoding encoding : metaData.encodings()) {
            out.elementI32(number("ColumnMetaData.encodings", encoding, unknownEncodings));
        }
        out.beginList(3, WireType.BINARY, metaData.pathInSchema().size());
        metaData.pathInSchema().forEach(out::elementString);
        boolean unknownCodec = metaData.codec() == CompressionCodec.UNKNOWN && metaData.unknownCodec() != null;
        out.i32(
                4,
                unknownCodec
                        ? metaData.unknownCodec()
                        : (Integer) EnumNumbers.known(
                                "ColumnMetaData.codec", metaData.codec().id()));
        out.i64(5, metaData.numValues());
        out.i64(6, metaData.totalUncompressedSize());
        out.i64(7, metaData.totalCompressedSize());
        keyValues(out, 8, metaData.keyValueMetadata());
        out.i64(9, metaData.dataPageOffset());
        out.i64(10, metaData.indexPageOffset());
        out.i64(11, metaData.dictionaryPageOffset());
        StatisticsWriter.statistics(out, 12, metaData.statistics());
        encodingStats(out, metaData.encodingStats(), unknownEncodings);
        out.i64(14, metaData.bloomFilterOffset());
        out.i32(15, metaData.bloomFilterLength());
        StatisticsWriter.sizeStatistics(out, 16, metaData.sizeStatistics());
        StatisticsWriter.geospatialStatistics(out, 17, metaData.geospatialStatistics());
    }

    /** The number of an encoding; of one that is not known, the next of those that stood in the file it is from. */
    private static int number(String field, Encoding encoding, Iterator<Integer> unknown) {
        return encoding == Encoding.UNKNOWN && unknown.hasNext()
                ? unknown.next()
                : EnumNumbers.known(field, encoding.id());
    }

    private static void encodingStats(CompactWriter out, List<PageEncodingStats> list, Iterator<Integer> unknown) {
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

    /** Writes an optional field that is a list of KeyValue. */
    static void keyValues(CompactWriter out, int id, List<KeyValue> entries) {
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
