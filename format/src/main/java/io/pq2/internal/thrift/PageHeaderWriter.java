package io.pq2.internal.thrift;

import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.PageHeader;
import org.jspecify.annotations.Nullable;

/** Writes page headers. */
public final class PageHeaderWriter {

    private PageHeaderWriter() {}

    /**
     * Appends a page header.
     *
     * @throws io.pq2.exception.InvalidDataException if the type or an encoding is UNKNOWN
     */
    public static void write(PageHeader header, CompactWriter out) {
        int outer = out.beginStruct();
        out.i32(1, EnumNumbers.known("PageHeader.type", header.type().id()));
        out.i32(2, header.uncompressedPageSize());
        out.i32(3, header.compressedPageSize());
        out.i32(4, header.crc());
        dataPageHeader(out, header.dataPageHeader());
        if (header.indexPageHeader() != null) {
            out.endStruct(out.beginStruct(6));
        }
        dictionaryPageHeader(out, header.dictionaryPageHeader());
        dataPageHeaderV2(out, header.dataPageHeaderV2());
        out.endStruct(outer);
    }

    private static void dataPageHeader(CompactWriter out, @Nullable DataPageHeader header) {
        if (header == null) {
            return;
        }
        int outer = out.beginStruct(5);
        out.i32(1, header.numValues());
        out.i32(
                2,
                EnumNumbers.known("DataPageHeader.encoding", header.encoding().id()));
        out.i32(
                3,
                EnumNumbers.known(
                        "DataPageHeader.definition_level_encoding",
                        header.definitionLevelEncoding().id()));
        out.i32(
                4,
                EnumNumbers.known(
                        "DataPageHeader.repetition_level_encoding",
                        header.repetitionLevelEncoding().id()));
        StatisticsWriter.statistics(out, 5, header.statistics());
        out.endStruct(outer);
    }

    private static void dictionaryPageHeader(CompactWriter out, @Nullable DictionaryPageHeader header) {
        if (header == null) {
            return;
        }
        int outer = out.beginStruct(7);
        out.i32(1, header.numValues());
        out.i32(
                2,
                EnumNumbers.known(
                        "DictionaryPageHeader.encoding", header.encoding().id()));
        out.bool(3, header.isSorted());
        out.endStruct(outer);
    }

    private static void dataPageHeaderV2(CompactWriter out, @Nullable DataPageHeaderV2 header) {
        if (header == null) {
            return;
        }
        int outer = out.beginStruct(8);
        out.i32(1, header.numValues());
        out.i32(2, header.numNulls());
        out.i32(3, header.numRows());
        out.i32(
                4,
                EnumNumbers.known("DataPageHeaderV2.encoding", header.encoding().id()));
        out.i32(5, header.definitionLevelsByteLength());
        out.i32(6, header.repetitionLevelsByteLength());
        out.bool(7, header.isCompressed());
        StatisticsWriter.statistics(out, 8, header.statistics());
        out.endStruct(outer);
    }
}
