package io.pq2.rewrite;

import io.pq2.metadata.FileMetaData;

/**
 * The result of {@link FileRewriter#rewrite}.
 *
 * @param metadata the footer of the new file
 * @param rowGroupsCopied the number of input row groups that were copied page by page
 * @param rowGroupsEncoded the number of input row groups that were decoded and encoded again
 */
public record RewriteResult(FileMetaData metadata, int rowGroupsCopied, int rowGroupsEncoded) {}
