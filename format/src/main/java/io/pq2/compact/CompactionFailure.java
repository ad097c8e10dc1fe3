package io.pq2.compact;

import org.jspecify.annotations.Nullable;

/**
 * The reason why files were not compacted.
 *
 * @param path the directory, or the file that cannot be read
 * @param reason the reason
 * @param cause the failure; absent if it occurred in another process
 */
public record CompactionFailure(
        String path, String reason, @Nullable Exception cause) {

    /**
     * Creates a failure of another process.
     *
     * @param path the directory, or the file that cannot be read
     * @param reason the reason
     */
    public CompactionFailure(String path, String reason) {
        this(path, reason, null);
    }

    static CompactionFailure of(String path, Exception failure) {
        String message = failure.getMessage();
        return new CompactionFailure(path, message == null ? failure.toString() : message, failure);
    }
}
