package io.pq2.check;

/** What a finding is about. */
public enum Rule {
    /** The file, the footer or the schema cannot be read. */
    FOOTER,
    /** Groups whose fields do not fit their logical type. */
    SCHEMA,
    /** Counts, sizes, offsets and ordinals of row groups. */
    ROW_GROUP,
    /** The claim that rows are sorted. */
    SORTING,
    /** What the footer says about a column chunk: its place, sizes, encodings and number of values. */
    COLUMN_CHUNK,
    /** A page: its header, checksum, levels and values. */
    PAGE,
    /** Lists and maps: the levels of one column, or of several columns together. */
    LEVELS,
    /** Text that is not UTF-8. */
    TEXT,
    /** Values outside of the range of their logical type, such as a decimal of more digits than its precision. */
    VALUE_RANGE,
    /** Min, max and counts in the footer or in page headers. */
    STATISTICS,
    /** Level histograms and sizes of byte arrays in the footer. */
    SIZE_STATISTICS,
    /** Bounding boxes and types of geometries. */
    GEOSPATIAL_STATISTICS,
    /** The GeoParquet metadata in the entry {@code geo} of the file's key-value metadata, and its covering columns. */
    GEOPARQUET,
    /** The column index of a chunk. */
    COLUMN_INDEX,
    /** The offset index of a chunk. */
    OFFSET_INDEX,
    /** The bloom filter of a chunk. */
    BLOOM_FILTER,
    /** The application that wrote the file. */
    WRITER,
    /** Something that some readers cannot read. */
    READERS,
    /** Something that was not checked, for example because there is no key for it. */
    NOT_CHECKED
}
