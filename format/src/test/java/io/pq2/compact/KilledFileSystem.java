package io.pq2.compact;

import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.util.List;

/**
 * The file system of a process that is killed at one of its operations: this one and all later ones fail. Also
 * calls an observer after each operation.
 */
public final class KilledFileSystem implements TableFileSystem {

    private final TableFileSystem files;
    private final int lastOperation;
    /** Whether the last operation is done although it fails, as if only the answer were lost. */
    private final boolean lastIsDone;

    private final Observer observer;
    private int operations;

    /** Sees the table after each operation. */
    public interface Observer {
        /** Called after an operation. */
        void observe() throws IOException;
    }

    /** Creates a local file system. */
    KilledFileSystem(int lastOperation, boolean lastIsDone, Observer observer) {
        this(new LocalTableFileSystem(), lastOperation, lastIsDone, observer);
    }

    /**
     * Creates a file system.
     *
     * @param files does the operations
     * @param lastOperation the number of operations before the process is killed
     * @param lastIsDone whether the next operation is done although it fails
     */
    public KilledFileSystem(TableFileSystem files, int lastOperation, boolean lastIsDone, Observer observer) {
        this.files = files;
        this.lastOperation = lastOperation;
        this.lastIsDone = lastIsDone;
        this.observer = observer;
    }

    /** Whether the process was killed. */
    public boolean isKilled() {
        return operations > lastOperation;
    }

    private interface Operation {
        void run() throws IOException;
    }

    private void change(Operation operation) throws IOException {
        operations++;
        if (operations > lastOperation) {
            if (operations == lastOperation + 1 && lastIsDone) {
                operation.run();
            }
            throw new IOException("the process was killed");
        }
        operation.run();
        observer.observe();
    }

    /** Only changes are operations; reading is possible until the process is killed. */
    private void checkAlive() throws IOException {
        if (isKilled()) {
            throw new IOException("the process was killed");
        }
    }

    @Override
    public String child(String directory, String name) {
        return files.child(directory, name);
    }

    @Override
    public String parent(String path) {
        return files.parent(path);
    }

    @Override
    public String name(String path) {
        return files.name(path);
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        checkAlive();
        return files.list(directory);
    }

    @Override
    public Entry find(String path) throws IOException {
        checkAlive();
        return files.find(path);
    }

    @Override
    public InputFile input(Entry file) {
        return files.input(file);
    }

    @Override
    public OutputFile privateOutput(String path) {
        return killed(files.privateOutput(path));
    }

    @Override
    public OutputFile output(String path) {
        return killed(files.output(path));
    }

    private OutputFile killed(OutputFile file) {
        return new OutputFile() {
            @Override
            public String location() {
                return file.location();
            }

            @Override
            public ByteSink create() throws IOException {
                ByteSink[] sink = new ByteSink[1];
                change(() -> sink[0] = file.create());
                return new KilledSink(sink[0]);
            }
        };
    }

    private final class KilledSink implements ByteSink {

        private final ByteSink sink;

        KilledSink(ByteSink sink) {
            this.sink = sink;
        }

        @Override
        public long position() {
            return sink.position();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            change(() -> sink.write(bytes, offset, length));
        }

        @Override
        public void close() throws IOException {
            change(sink::close);
        }

        @Override
        public void abort() throws IOException {
            change(sink::abort);
        }
    }

    @Override
    public void copyAccess(String path, Entry model) throws IOException {
        change(() -> files.copyAccess(path, model));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        change(() -> files.rename(from, to));
    }

    /** Deletes one file after another, so that the process can be killed between two. */
    @Override
    public void delete(List<String> paths) throws IOException {
        for (String path : paths) {
            change(() -> files.delete(List.of(path)));
        }
    }

    @Override
    public void deleteIfEmpty(String directory) throws IOException {
        change(() -> files.deleteIfEmpty(directory));
    }

    @Override
    public long blockBytes(String directory) throws IOException {
        return files.blockBytes(directory);
    }

    @Override
    public int parallelism() {
        return 1;
    }
}
