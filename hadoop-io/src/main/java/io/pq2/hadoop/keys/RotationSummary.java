package io.pq2.hadoop.keys;

import io.pq2.hadoop.keys.RotatedFile.Outcome;
import java.util.Map;

/**
 * The totals of a {@linkplain KeyRotation rotation}.
 *
 * @param files the number of files with each outcome; outcomes without files may be absent
 * @param bytesWritten the number of bytes written for all files
 * @param wraps the number of requests to the KMS to wrap a key
 * @param unwraps the number of requests to the KMS to unwrap a key
 */
public record RotationSummary(Map<Outcome, Integer> files, long bytesWritten, int wraps, int unwraps) {

    /** Copies the map. */
    public RotationSummary {
        files = Map.copyOf(files);
    }

    /** Returns the number of files with an outcome. */
    public int count(Outcome outcome) {
        return files.getOrDefault(outcome, 0);
    }
}
