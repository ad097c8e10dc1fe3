package io.pq2.internal.read.source;

import java.util.concurrent.CompletableFuture;

/** Receives the requests of a scan to its files. Called by the thread that reads. */
public interface RequestListener {

    /**
     * Bytes were requested.
     *
     * @param requests the number of requests
     * @param bytes the number of requested bytes, including gaps between coalesced ranges
     */
    default void requested(ReadPurpose purpose, int requests, long bytes) {}

    /**
     * The reading thread needs bytes that have not arrived. It waits for them when the call has returned.
     *
     * @param bytes is done when they have arrived or cannot be read
     */
    default void waiting(CompletableFuture<?> bytes) {}

    /** The reading thread spent time on requesting bytes or waiting for them. */
    default void waited(long nanos) {}
}
