package io.pq2.internal.read.source;

import io.pq2.io.RangeSource;

/**
 * A file that a scan has opened.
 *
 * @param location the file's name in messages
 * @param source the file's bytes
 * @param dataEnd the offset at which its pages end at the latest: the footer of the scanned file, the length of an
 *     external file
 */
public record SourceFile(String location, RangeSource source, long dataEnd) {}
