package io.pq2.hadoop.keys;

import io.pq2.hadoop.keys.RotatedFile.Outcome;
import java.util.Map;

/**
 * What came of a {@linkplain KeyRotation rotation}.
 *
 * @param files how many files had each outcome
 * @param bytesWritten for all of them
 * @param wraps how often the KMS was asked to wrap a key
 * @param unwraps how often it was asked to unwrap one
 */
public record RotationSummary(Map<Outcome, Integer> files, long bytesWritten, int wraps, int unwraps) {

    public RotationSummary {
        files = Map.copyOf(files);
    }

    /** How many files had an outcome. */
    public int count(Outcome outcome) {
        return files.getOrDefault(outcome, 0);
    }
}
