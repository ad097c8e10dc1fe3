package io.pq2.internal.read.source;

import io.pq2.io.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * A byte range of one of a scan's files.
 *
 * @param externalFile the path of an external file as {@link ExternalFilePath} resolves it; absent for the scanned file
 * @param range the bytes
 */
public record FileRange(@Nullable String externalFile, ByteRange range) {}
