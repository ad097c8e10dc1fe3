/**
 * Rewrites files without decoding values: merges them, changes the codec, drops columns, changes key-value metadata.
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
 * <p>A page does not depend on its place in the file (README.md of the format, "Data Pages"), so a column chunk can be
 * copied unchanged, or its pages decompressed and compressed again, whatever their values and encodings are. Only
 * {@code ColumnMetaData} and {@code OffsetIndex} get new positions.
 *
 * <p>Which metadata of a file is reliable depends on its writer, and the new file names this project as its writer.
 * Statistics and indexes that old writers computed wrongly are therefore left out; docs/rewriting.md has the rules.
 */
package io.pq2.rewrite;
