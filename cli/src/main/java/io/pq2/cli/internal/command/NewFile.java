package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.files.TableLocation;
import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.RewriteResult;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CancellationException;

/** Writes one new file from others, under a hidden name until it is complete. */
final class NewFile {

    private final TableLocation location;
    private volatile boolean cancelled;

    NewFile(TableLocation location) {
        this.location = location;
    }

    /** Writes the content of a file. */
    interface Content<T> {

        /**
         * Writes the content.
         *
         * @param file the file; creating its sink or writing to it fails after an interruption
         */
        T write(OutputFile file) throws IOException;
    }

    /**
     * Writes the file from Parquet files.
     *
     * @param inputs at least one file
     * @throws FileAlreadyExistsException if the new file exists
     * @throws IOException if a file cannot be read or written
     */
    RewriteResult write(List<TableFile> inputs, RewriteOptions.Builder options) throws IOException {
        FileDecryptionProperties keys = inputs.get(0).keys();
        return write(file -> {
            options.decryption(keys).writeOptions(encrypted(inputs.get(0), options.build()));
            return FileRewriter.rewrite(inputs.stream().map(TableFile::input).toList(), file, options.build());
        });
    }

    /**
     * Writes the file.
     *
     * @return what the writing of the content returns
     * @throws FileAlreadyExistsException if the new file exists
     * @throws IOException if the content cannot be read or written
     */
    <T> T write(Content<T> content) throws IOException {
        checkNew();
        TableFileSystem files = location.files();
        String path = location.path();
        String parent = Objects.requireNonNull(files.parent(path), "parent");
        String hidden = files.child(parent, "." + files.name(path) + "." + UUID.randomUUID() + ".new");
        Interruption interruption = new Interruption(() -> cancelled = true);
        boolean renamed = false;
        try {
            T result = content.write(cancellable(files.output(hidden)));
            checkCancelled();
            files.rename(hidden, path);
            renamed = true;
            return result;
        } finally {
            try {
                if (!renamed) {
                    files.delete(List.of(hidden));
                }
            } finally {
                interruption.end();
            }
        }
    }

    /**
     * Checks that the file can be created.
     *
     * @throws FileAlreadyExistsException if it exists
     * @throws IOException if the file system cannot tell
     */
    void checkNew() throws IOException {
        String path = location.path();
        if (location.files().parent(path) == null || location.files().find(path) != null) {
            throw new FileAlreadyExistsException(path, null, "the new file must not exist");
        }
    }

    /**
     * Ends long work after an interruption.
     *
     * @throws CancellationException if the JVM was told to end
     */
    void checkCancelled() {
        if (cancelled) {
            throw new CancellationException("interrupted; nothing was written");
        }
    }

    private WriteOptions encrypted(TableFile first, RewriteOptions options) throws IOException {
        try (ParquetFile file = first.open()) {
            FileEncryptionProperties encryption = location.keys().encryption(location.path(), file.schema());
            return options.writeOptions().toBuilder().encryption(encryption).build();
        }
    }

    private OutputFile cancellable(OutputFile file) {
        return new OutputFile() {
            @Override
            public String location() {
                return location.path();
            }

            @Override
            public ByteSink create() throws IOException {
                return new CancellableSink(file.create());
            }
        };
    }

    private final class CancellableSink implements ByteSink {

        private final ByteSink sink;

        CancellableSink(ByteSink sink) {
            this.sink = sink;
        }

        @Override
        public long position() {
            return sink.position();
        }

        @Override
        public long blockBytes() {
            return sink.blockBytes();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            checkCancelled();
            sink.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }

        @Override
        public void abort() throws IOException {
            sink.abort();
        }
    }

    /** Returns a line about the new file. */
    static String summary(List<TableFile> inputs, TableLocation location, RewriteResult result) throws IOException {
        return summary(inputs.stream().map(TableFile::input).toList(), location)
                + result.metadata().numRows()
                + " rows, " + result.rowGroupsCopied() + " row groups copied, " + result.rowGroupsEncoded()
                + " encoded again as " + (result.metadata().rowGroups().size() - result.rowGroupsCopied());
    }

    /** Returns the beginning of a line about the new file: what became what. */
    static String summary(List<? extends InputFile> inputs, TableLocation location) throws IOException {
        long bytes = 0;
        for (InputFile input : inputs) {
            bytes += input.length();
        }
        Entry entry = location.files().find(location.path());
        return inputs.size() + (inputs.size() == 1 ? " file (" : " files (") + SizeConverter.text(bytes) + ") became "
                + location.path() + " (" + SizeConverter.text(entry == null ? 0 : entry.length()) + "): ";
    }
}
