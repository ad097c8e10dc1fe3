package io.pq2.rewrite;

import io.pq2.metadata.FileMetaData;

/**
 * What was done.
 *
 * @param metadata the footer of the new file
 * @param rowGroupsCopied how many row groups of the inputs were copied page by page
 * @param rowGroupsEncoded how many were decoded and written anew
 */
public record RewriteResult(FileMetaData metadata, int rowGroupsCopied, int rowGroupsEncoded) {}
