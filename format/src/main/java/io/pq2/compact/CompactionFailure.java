package io.pq2.compact;

/**
 * The reason why files were not compacted.
 *
 * @param path the directory, or the file that cannot be read
 * @param reason the reason
 */
public record CompactionFailure(String path, String reason) {

    static CompactionFailure of(String path, Exception failure) {
        String message = failure.getMessage();
        return new CompactionFailure(path, message == null ? failure.toString() : message);
    }
}
