package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteSink;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Writes a file through a Hadoop stream. An aborted or failed file is deleted. */
public final class HadoopByteSink implements ByteSink {

    private enum State {
        OPEN,
        /** Closing failed: the file is incomplete and can still be deleted. */
        CLOSE_FAILED,
        COMPLETE,
        ABORTED
    }

    private final FileSystem fileSystem;
    private final Path path;
    private final FSDataOutputStream stream;
    private final long blockBytes;
    private long position;
    private State state = State.OPEN;

    /**
     * Wraps an open stream, which the sink closes.
     *
     * @param blockBytes the block size in bytes; 0 if the file system does not store blocks
     */
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
        state = State.CLOSE_FAILED;
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
            // An object store publishes the object when its stream is closed, and never if the stream is aborted.
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
