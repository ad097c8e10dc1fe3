package io.pq2.internal.read.source;

/** The purpose of a request. */
public enum ReadPurpose {
    /** Pages of column chunks, and offset indexes that only locate pages. */
    DATA,
    /** Bloom filters, page indexes and dictionaries that can show that rows need not be read. */
    PRUNING
}
