package io.pq2.internal.thrift;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.IndexPageHeader;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.PageType;
import io.pq2.metadata.Statistics;

/** Reads page headers. */
public final class PageHeaderReader {

    private static final OptionalFields PAGE_HEADER =
            OptionalFields.of("PageHeader").with(WireType.I32, 4).with(WireType.STRUCT, 5, 6, 7, 8);
    /** The largest id of a field of PageHeader. */
    private static final int LAST_FIELD = 8;

    private static final OptionalFields DATA_PAGE_HEADER =
            OptionalFields.of("DataPageHeader").with(WireType.STRUCT, 5);
    private static final OptionalFields DICTIONARY_PAGE_HEADER =
            OptionalFields.of("DictionaryPageHeader").with(WireType.TRUE, 3);
    private static final OptionalFields DATA_PAGE_HEADER_V2 =
            OptionalFields.of("DataPageHeaderV2").with(WireType.TRUE, 7).with(WireType.STRUCT, 8);

    private PageHeaderReader() {}

    /**
     * Reads a page header at the position of the reader, and advances the reader to its end.
     *
     * <p>Counts and sizes of the result are not negative, and the type-specific header is present. The caller
     * compares them with the bytes of the page.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not a page header
     * @throws UnsupportedFeatureException if an encoding is unknown
     */
    public static PageHeader read(CompactReader in) {
        return read(in, false);
    }

    /**
     * Reads the header of a page that will not be decoded. Unknown encodings are read as {@link Encoding#UNKNOWN}.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not a page header
     */
    public static PageHeader readAnyEncoding(CompactReader in) {
        return read(in, true);
    }

    /**
     * Whether the page header at the position of the reader has a field that the format does not define, or one of
     * another type. The other methods skip such fields.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not a struct
     */
    public static boolean hasUnknownFields(CompactReader in) {
        boolean unknown = false;
        int outer = in.beginStruct();
        while (in.nextField("PageHeader")) {
            unknown |= in.fieldId() < 1 || in.fieldId() > LAST_FIELD || !in.isOfTypeIn(PAGE_HEADER);
            in.skip("PageHeader");
        }
        in.endStruct(outer);
        return unknown;
    }

    private static PageHeader read(CompactReader in, boolean anyEncoding) {
        PageType type = null;
        int uncompressedPageSize = 0;
        int compressedPageSize = 0;
        Integer crc = null;
        DataPageHeader dataPageHeader = null;
        IndexPageHeader indexPageHeader = null;
        DictionaryPageHeader dictionaryPageHeader = null;
        DataPageHeaderV2 dataPageHeaderV2 = null;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField(PAGE_HEADER)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> type = PageType.of(in.i32("PageHeader.type"));
                case 2 -> uncompressedPageSize = in.count32("PageHeader.uncompressed_page_size");
                case 3 -> compressedPageSize = in.count32("PageHeader.compressed_page_size");
                case 4 -> crc = in.i32("PageHeader.crc");
                case 5 -> dataPageHeader = dataPageHeader(in, anyEncoding);
                case 6 -> indexPageHeader = indexPageHeader(in);
                case 7 -> dictionaryPageHeader = dictionaryPageHeader(in, anyEncoding);
                case 8 -> dataPageHeaderV2 = dataPageHeaderV2(in, anyEncoding);
                default -> in.skip("PageHeader");
            }
        }
        in.endStruct(outer);
        type = in.required(type, "PageHeader.type");
        in.require(seen, 2, "PageHeader.uncompressed_page_size");
        in.require(seen, 3, "PageHeader.compressed_page_size");
        switch (type) {
            case DATA_PAGE -> in.require(seen, 5, "PageHeader.data_page_header");
            case DICTIONARY_PAGE -> in.require(seen, 7, "PageHeader.dictionary_page_header");
            case DATA_PAGE_V2 -> in.require(seen, 8, "PageHeader.data_page_header_v2");
            case INDEX_PAGE, UNKNOWN -> {}
        }
        return new PageHeader(
                type,
                uncompressedPageSize,
                compressedPageSize,
                crc,
                dataPageHeader,
                indexPageHeader,
                dictionaryPageHeader,
                dataPageHeaderV2);
    }

    private static DataPageHeader dataPageHeader(CompactReader in, boolean anyEncoding) {
        int numValues = 0;
        Encoding encoding = null;
        Encoding definitionLevelEncoding = null;
        Encoding repetitionLevelEncoding = null;
        Statistics statistics = null;
        int seen = 0;
        int outer = in.beginStruct("PageHeader.data_page_header");
        while (in.nextField(DATA_PAGE_HEADER)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> numValues = in.count32("DataPageHeader.num_values");
                case 2 -> encoding = encoding(in, "DataPageHeader.encoding", anyEncoding);
                case 3 ->
                    definitionLevelEncoding = encoding(in, "DataPageHeader.definition_level_encoding", anyEncoding);
                case 4 ->
                    repetitionLevelEncoding = encoding(in, "DataPageHeader.repetition_level_encoding", anyEncoding);
                case 5 -> statistics = StatisticsReader.statistics(in, "DataPageHeader.statistics");
                default -> in.skip("DataPageHeader");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "DataPageHeader.num_values");
        encoding = in.required(encoding, "DataPageHeader.encoding");
        definitionLevelEncoding = in.required(definitionLevelEncoding, "DataPageHeader.definition_level_encoding");
        repetitionLevelEncoding = in.required(repetitionLevelEncoding, "DataPageHeader.repetition_level_encoding");
        return new DataPageHeader(numValues, encoding, definitionLevelEncoding, repetitionLevelEncoding, statistics);
    }

    private static IndexPageHeader indexPageHeader(CompactReader in) {
        int outer = in.beginStruct("PageHeader.index_page_header");
        while (in.nextField("IndexPageHeader")) {
            in.skip("IndexPageHeader");
        }
        in.endStruct(outer);
        return new IndexPageHeader();
    }

    private static DictionaryPageHeader dictionaryPageHeader(CompactReader in, boolean anyEncoding) {
        int numValues = 0;
        Encoding encoding = null;
        Boolean isSorted = null;
        int seen = 0;
        int outer = in.beginStruct("PageHeader.dictionary_page_header");
        while (in.nextField(DICTIONARY_PAGE_HEADER)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> numValues = in.count32("DictionaryPageHeader.num_values");
                case 2 -> encoding = encoding(in, "DictionaryPageHeader.encoding", anyEncoding);
                case 3 -> isSorted = in.bool("DictionaryPageHeader.is_sorted");
                default -> in.skip("DictionaryPageHeader");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "DictionaryPageHeader.num_values");
        encoding = in.required(encoding, "DictionaryPageHeader.encoding");
        return new DictionaryPageHeader(numValues, encoding, isSorted);
    }

    private static DataPageHeaderV2 dataPageHeaderV2(CompactReader in, boolean anyEncoding) {
        int numValues = 0;
        int numNulls = 0;
        int numRows = 0;
        Encoding encoding = null;
        int definitionLevelsByteLength = 0;
        int repetitionLevelsByteLength = 0;
        Boolean isCompressed = null;
        Statistics statistics = null;
        int seen = 0;
        int outer = in.beginStruct("PageHeader.data_page_header_v2");
        while (in.nextField(DATA_PAGE_HEADER_V2)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> numValues = in.count32("DataPageHeaderV2.num_values");
                case 2 -> numNulls = nulls(in);
                case 3 -> numRows = in.count32("DataPageHeaderV2.num_rows");
                case 4 -> encoding = encoding(in, "DataPageHeaderV2.encoding", anyEncoding);
                case 5 -> definitionLevelsByteLength = in.count32("DataPageHeaderV2.definition_levels_byte_length");
                case 6 -> repetitionLevelsByteLength = in.count32("DataPageHeaderV2.repetition_levels_byte_length");
                case 7 -> isCompressed = in.bool("DataPageHeaderV2.is_compressed");
                case 8 -> statistics = StatisticsReader.statistics(in, "DataPageHeaderV2.statistics");
                default -> in.skip("DataPageHeaderV2");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "DataPageHeaderV2.num_values");
        in.require(seen, 2, "DataPageHeaderV2.num_nulls");
        in.require(seen, 3, "DataPageHeaderV2.num_rows");
        encoding = in.required(encoding, "DataPageHeaderV2.encoding");
        in.require(seen, 5, "DataPageHeaderV2.definition_levels_byte_length");
        in.require(seen, 6, "DataPageHeaderV2.repetition_levels_byte_length");
        return new DataPageHeaderV2(
                numValues,
                numNulls,
                numRows,
                encoding,
                definitionLevelsByteLength,
                repetitionLevelsByteLength,
                isCompressed,
                statistics);
    }

    /** Reads the number of nulls, which is -1 if the writer did not count them. */
    private static int nulls(CompactReader in) {
        int nulls = in.i32("DataPageHeaderV2.num_nulls");
        if (nulls < -1) {
            throw in.corrupt("DataPageHeaderV2.num_nulls", nulls + ", expected at least -1");
        }
        return nulls;
    }

    /** Reads an encoding. */
    private static Encoding encoding(CompactReader in, String field, boolean anyEncoding) {
        int id = in.i32(field);
        if (id < 0) {
            throw in.corrupt(field, id + ", expected the number of an encoding");
        }
        Encoding encoding = Encoding.of(id);
        if (encoding == Encoding.UNKNOWN && !anyEncoding) {
            throw new UnsupportedFeatureException(field + ": " + "unknown encoding " + id);
        }
        return encoding;
    }
}
