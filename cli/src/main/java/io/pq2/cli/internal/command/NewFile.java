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
import java.util.UUID;
import java.util.concurrent.CancellationException;

/** Writes one new file from others, under a hidden name until it is complete. */
final class NewFile {

    private final TableLocation location;
    private volatile boolean cancelled;

    NewFile(TableLocation location) {
        this.location = location;
    }

    /**
     * Writes the file.
     *
     * @param inputs at least one file
     * @throws FileAlreadyExistsException if the new file exists
     * @throws IOException if a file cannot be read or written
     */
    RewriteResult write(List<TableFile> inputs, RewriteOptions.Builder options) throws IOException {
        TableFileSystem files = location.files();
        String path = location.path();
        String parent = files.parent(path);
        if (parent == null || files.find(path) != null) {
            throw new FileAlreadyExistsException(path, null, "the new file must not exist");
        }
        String hidden = files.child(parent, "." + files.name(path) + "." + UUID.randomUUID() + ".new");
        FileDecryptionProperties keys = inputs.get(0).keys();
        Interruption interruption = new Interruption(() -> cancelled = true);
        boolean renamed = false;
        try {
            options.decryption(keys).writeOptions(encrypted(inputs.get(0), options.build()));
            RewriteResult result = FileRewriter.rewrite(
                    inputs.stream().map(TableFile::input).toList(), cancellable(files.output(hidden)), options.build());
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
            if (cancelled) {
                throw new CancellationException("interrupted; nothing was written");
            }
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
        long bytes = 0;
        for (TableFile input : inputs) {
            InputFile file = input.input();
            bytes += file.length();
        }
        Entry entry = location.files().find(location.path());
        return inputs.size() + (inputs.size() == 1 ? " file (" : " files (") + SizeConverter.text(bytes) + ") became "
                + location.path() + " (" + SizeConverter.text(entry == null ? 0 : entry.length()) + "): "
                + result.metadata().numRows() + " rows, " + result.rowGroupsCopied() + " row groups copied, "
                + result.rowGroupsEncoded() + " encoded again as "
                + (result.metadata().rowGroups().size() - result.rowGroupsCopied());
    }
}
