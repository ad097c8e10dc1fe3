package io.pq2.internal.read.source;

import io.pq2.internal.encryption.FileDecryptor;
import io.pq2.metadata.FileMetaData;
import org.jspecify.annotations.Nullable;

/**
 * A decoded footer.
 *
 * @param metadata the metadata; separately encrypted column metadata is still encrypted
 * @param decryptor decrypts the file's modules; absent if nothing in the file is encrypted
 */
public record DecodedFooter(FileMetaData metadata, @Nullable FileDecryptor decryptor) {}
