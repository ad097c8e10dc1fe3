package io.pq2.compact;

/** Receives the progress of a compaction, in the thread that runs it. */
public interface CompactionListener {

    /** Ignores the progress. */
    CompactionListener NONE = new CompactionListener() {};

    /**
     * Called when bytes of a new file are written.
     *
     * @param bytes the number of bytes
     */
    default void written(long bytes) {}

    /** Called when a new file has replaced its sources. */
    default void replaced(CompactedFile file) {}

    /** Called when files of a group stay as they are. */
    default void failed(CompactionFailure failure) {}
}
