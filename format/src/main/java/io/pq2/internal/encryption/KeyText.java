package io.pq2.internal.encryption;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What a file says about a key, for messages. */
final class KeyText {

    private static final int MOST = 200;

    private KeyText() {}

    /** Key metadata as text where it is printable ASCII, otherwise in hexadecimal digits. */
    static String of(byte[] metadata) {
        if (metadata == null) {
            return "without key metadata";
        }
        int shown = Math.min(metadata.length, MOST);
        String more = shown < metadata.length ? "…" : "";
        for (int i = 0; i < shown; i++) {
            if (metadata[i] < ' ' || metadata[i] == 0x7F) {
                return "with key metadata 0x" + HexFormat.of().formatHex(metadata, 0, shown) + more;
            }
        }
        return "with key metadata \"" + new String(metadata, 0, shown, StandardCharsets.US_ASCII) + more + '"';
    }
}
