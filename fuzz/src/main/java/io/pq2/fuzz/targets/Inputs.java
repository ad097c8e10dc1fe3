package io.pq2.fuzz.targets;

import java.util.Map;

/** Parts of stored inputs. */
final class Inputs {

    private Inputs() {}

    /** Returns a part that must be there. */
    static byte[] required(Map<String, byte[]> input, String extension) {
        byte[] part = input.get(extension);
        if (part == null) {
            throw new IllegalArgumentException("no ." + extension + "; there are " + input.keySet());
        }
        return part;
    }
}
