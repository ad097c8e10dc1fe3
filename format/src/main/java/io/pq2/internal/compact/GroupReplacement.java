package io.pq2.internal.compact;

import io.pq2.compact.CompactedFile;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.FileGroup;
import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.compact.WrittenFile;
import io.pq2.exception.ParquetException;
import io.pq2.internal.compact.Journal.Source;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.rewrite.RewriteResult;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Writes the new file of a group and replaces the old files by it. */
public final class GroupReplacement {

    private final TableFileSystem files;
    private final CompactionOptions options;
    private final LongConsumer written;

    /**
     * Creates a replacement of groups.
     *
     * @param written receives the number of bytes before each write; may throw an exception to end the replacement
     */
    public GroupReplacement(TableFileSystem files, CompactionOptions options, LongConsumer written) {
        this.files = files;
        this.options = options;
        this.written = written;
    }

    /**
     * Writes the new file of a group under its hidden name.
     *
     * @param commit a unique identifier
     * @throws ParquetException if a file is damaged, or cannot be merged with the others
     * @throws IOException if a file cannot be read or written
     */
    public WrittenFile write(FileGroup group, String commit) throws IOException {
        String directory = group.directory();
        String data = WorkNames.data(files, directory, commit);
        String visible = WorkNames.visible(group.files(), commit);
        RewriteResult result;
        boolean complete = false;
        try {
            result = new GroupWriter(files, options)
                    .write(group, files.child(directory, visible), counted(files.privateOutput(data)));
            files.copyAccess(data, group.files().get(0));
            complete = true;
        } finally {
            if (!complete) {
                discard(data);
            }
        }
        Entry entry = files.find(data);
        if (entry == null) {
            throw new IOException(data + " disappeared after it was written");
        }
        return new WrittenFile(
                group,
                commit,
                entry.length(),
                result.metadata().rowGroups().size(),
                result.rowGroupsCopied(),
                result.rowGroupsEncoded());
    }

    /**
     * Replaces the files of a group by the written one.
     *
     * @param lock the lock of the directory
     * @throws IOException if a file was changed by others, or the file system fails
     */
    public static CompactedFile commit(TableFileSystem files, WrittenFile file, CompactionLock lock)
            throws IOException {
        FileGroup group = file.group();
        String directory = group.directory();
        String visible = WorkNames.visible(group.files(), file.commit());
        List<Source> sources = group.files().stream()
                .map(source -> new Source(source.name(), source.length(), source.modified()))
                .toList();
        new GroupCommit(files, directory, new Journal(file.commit(), visible, file.bytes(), sources)).run(lock);
        return new CompactedFile(
                group,
                files.child(directory, visible),
                file.bytes(),
                file.rowGroups(),
                file.rowGroupsCopied(),
                file.rowGroupsEncoded());
    }

    /** Deletes the hidden file after a failure, which is the one to report. */
    private void discard(String data) {
        try {
            files.delete(List.of(data));
        } catch (IOException e) {
            // The next compaction deletes it.
        }
    }

    private OutputFile counted(OutputFile file) {
        return new OutputFile() {
            @Override
            public String location() {
                return file.location();
            }

            @Override
            public ByteSink create() throws IOException {
                return new CountedSink(file.create());
            }
        };
    }

    private final class CountedSink implements ByteSink {

        private final ByteSink sink;

        CountedSink(ByteSink sink) {
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
            written.accept(length);
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
}
