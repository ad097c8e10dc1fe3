package io.pq2.encryption.internal;

/** What a file says about a key, for messages. */
final class KeyText {

    private static final int MOST = 200;

    private KeyText() {}

    /** Key metadata as text where it is printable ASCII, otherwise in hexadecimal digits. */
    static String of(byte[] metadata) {
        if (metadata == null) {
            return "without key metadata";
        }
        StringBuilder text = new StringBuilder("\"");
        StringBuilder digits = new StringBuilder("0x");
        boolean printable = true;
        int shown = Math.min(metadata.length, MOST);
        for (int i = 0; i < shown; i++) {
            int value = metadata[i] & 0xFF;
            printable &= value >= ' ' && value < 0x7F;
            text.append((char) value);
            digits.append(String.format("%02x", value));
        }
        String more = shown < metadata.length ? "…" : "";
        return printable ? "with key metadata " + text + more + "\"" : "with key metadata " + digits + more;
    }
}
