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
 * <p>A page does not depend on its place in the file (README.md of the format, "Data Pages"). A column chunk can
 * therefore be copied unchanged, or its pages compressed again, without knowledge of its values and encodings. Only
 * {@code ColumnMetaData} and {@code OffsetIndex} get new positions.
 *
 * <p>The reliability of metadata depends on the writer of a file, and the new file names pq2 as its writer. Statistics
 * and indexes that old writers computed wrongly are therefore left out; docs/rewriting.md has the rules.
 *
 * <p>{@link io.pq2.rewrite.FileSalvage} restores the complete row groups of a file without a footer.
 */
@NullMarked
package io.pq2.rewrite;

import org.jspecify.annotations.NullMarked;
