package io.pq2.internal.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.compact.FileGroup;
import io.pq2.compact.TableFileSystem;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.rewrite.Int96Columns;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.RewriteResult;
import io.pq2.schema.Schema;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the new file of a group under its hidden name. */
public final class GroupWriter {

    private final TableFileSystem files;
    private final CompactionOptions options;

    /** Creates a writer. */
    public GroupWriter(TableFileSystem files, CompactionOptions options) {
        this.files = files;
        this.options = options;
    }

    /**
     * Writes the rows of a group.
     *
     * @param path the path of the new file, for keys
     * @param output the new file
     * @throws io.pq2.exception.ParquetException if a file is damaged, or cannot be merged with the others
     * @throws IOException if a file cannot be read or written
     */
    RewriteResult write(FileGroup group, String path, OutputFile output) throws IOException {
        String first = group.files().get(0).path();
        FileDecryptionProperties decryption = options.keys().decryption(first);
        List<InputFile> inputs = group.files().stream().map(files::input).toList();
        Schema schema = schema(inputs.get(0), decryption);
        RequestedColumns columns = RequestedColumns.of(options, schema);
        RewriteOptions.Builder rewrite = options.rewrite().toBuilder()
                .decryption(decryption)
                .sortedBy(group.sortedBy())
                .zOrderedBy(columns.zOrderedBy())
                .combineBelow(GroupPlanner.combinedBelow(options))
                .decodeAll(
                        options.rewrite().decodeAll() || !columns.bloomFilters().isEmpty())
                .writeOptions(writeOptions(group, path, schema, columns));
        return FileRewriter.rewrite(inputs, output, rewrite.build());
    }

    /** Returns the schema of the new file. */
    private Schema schema(InputFile file, @Nullable FileDecryptionProperties decryption) throws IOException {
        try (ParquetFile opened = ParquetFile.open(file, options.rewrite().readOptions(), decryption)) {
            return Int96Columns.stored(opened.schema(), options.rewrite().timestamps());
        }
    }

    private WriteOptions writeOptions(FileGroup group, String path, Schema schema, RequestedColumns columns)
            throws IOException {
        WriteOptions.Builder write = options.rewrite().writeOptions().toBuilder();
        for (String column : columns.bloomFilters()) {
            write.bloomFilter(column, BloomFilterOptions.ON.withEvenWithDictionary(true));
        }
        FileEncryptionProperties encryption = options.keys().encryption(path, schema);
        if (encryption == null && group.encrypted() && !options.rewrite().plaintextOutput()) {
            throw new InvalidDataException(
                    group.files().get(0).path() + " and " + (group.files().size() - 1)
                            + " other files are encrypted, and the new file would not be: set the master keys of new"
                            + " files (parquet.encryption.footer.key and parquet.encryption.column.keys, or"
                            + " parquet.encryption.uniform.key)");
        }
        return write.encryption(encryption).build();
    }
}
