package io.pq2.internal.encryption;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Formats key metadata for messages. */
final class KeyMetadataText {

    private static final int MAX_BYTES = 200;

    private KeyMetadataText() {}

    /**
     * Returns key metadata as text if it is printable ASCII, otherwise as hexadecimal digits; long metadata is
     * truncated.
     */
    static String of(byte @Nullable [] metadata) {
        if (metadata == null) {
            return "without key metadata";
        }
        int shown = Math.min(metadata.length, MAX_BYTES);
        String more = shown < metadata.length ? "…" : "";
        for (int i = 0; i < shown; i++) {
            if (metadata[i] < ' ' || metadata[i] == 0x7F) {
                return "with key metadata 0x" + HexFormat.of().formatHex(metadata, 0, shown) + more;
            }
        }
        return "with key metadata \"" + new String(metadata, 0, shown, StandardCharsets.US_ASCII) + more + '"';
    }
}
