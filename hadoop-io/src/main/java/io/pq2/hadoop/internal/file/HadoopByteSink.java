package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteSink;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** An open Hadoop stream on its way out. */
public final class HadoopByteSink implements ByteSink {

    private enum State {
        OPEN,
        /** Closing failed: what is there is not whole, and can still be removed. */
        BROKEN,
        COMPLETE,
        ABORTED
    }

    private final FileSystem fileSystem;
    private final Path path;
    private final FSDataOutputStream stream;
    private final long blockBytes;
    private long position;
    private State state = State.OPEN;

    /** @param blockBytes 0 if blocks do not matter */
    public HadoopByteSink(FileSystem fileSystem, Path path, FSDataOutputStream stream, long blockBytes) {
        this.fileSystem = fileSystem;
        this.path = path;
        this.stream = stream;
        this.blockBytes = blockBytes;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long blockBytes() {
        return blockBytes;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (state != State.OPEN) {
            throw new IOException(path + ": the file is closed");
        }
        try {
            stream.write(bytes, offset, length);
        } catch (IOException e) {
            throw StorageErrors.writing(path.toString(), e);
        } catch (FSError e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
        position += length;
    }

    @Override
    public void close() throws IOException {
        if (state != State.OPEN) {
            return;
        }
        state = State.BROKEN;
        try {
            stream.close();
        } catch (IOException e) {
            throw StorageErrors.writing(path.toString(), e);
        } catch (FSError e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
        state = State.COMPLETE;
    }

    @Override
    public void abort() throws IOException {
        if (state == State.COMPLETE || state == State.ABORTED) {
            return;
        }
        boolean open = state == State.OPEN;
        state = State.ABORTED;
        if (stream.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
            // An object store shows the object once its stream is closed, and not at all if it is aborted.
            stream.abort();
            return;
        }
        IOException failure = null;
        if (open) {
            try {
                stream.close();
            } catch (IOException e) {
                failure = e;
            } catch (FSError e) {
                failure = new IOException(path + ": " + e.getMessage(), e);
            }
        }
        try {
            fileSystem.delete(path, false);
        } catch (IOException e) {
            if (failure != null) {
                e.addSuppressed(failure);
            }
            throw e;
        }
    }
}
