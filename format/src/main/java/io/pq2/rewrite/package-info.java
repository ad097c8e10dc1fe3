/**
 * Making files out of files without decoding them: merging, another codec, fewer columns, other key-value metadata.
 *
 * <pre>{@code
 * RewriteOptions options = RewriteOptions.builder()
 *         .dropColumns("secret")
 *         .codec(CompressionCodec.ZSTD)
 *         .keyValueMetadata("origin", "two days")
 *         .build();
 * List<InputFile> days = List.of(new LocalInputFile(monday), new LocalInputFile(tuesday));
 * RewriteResult result = FileRewriter.rewrite(days, LocalOutputFile.of(both), options);
 * out.println(result.rowGroupsCopied() + " row groups, " + result.metadata().numRows() + " rows");
 * }</pre>
 *
 * <p>Pages know nothing of where they stand, and little of how they are compressed (README.md of the format, "Data Pages"). So a
 * column chunk can be copied as it is, or its pages decompressed and compressed again, whatever values they hold and however these
 * are encoded. What changes is where things are: {@code ColumnMetaData}, {@code OffsetIndex}.
 *
 * <p>What can be relied on in a file depends on who wrote it, and the new file names this project. Statistics and indexes that only
 * look right are therefore left behind; docs/rewriting.md has the rules.
 */
package io.pq2.rewrite;
