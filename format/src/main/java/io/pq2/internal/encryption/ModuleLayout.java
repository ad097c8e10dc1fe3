package io.pq2.internal.encryption;

/** The lengths of the parts of a module in bytes (Encryption.md, section 5.1). */
public final class ModuleLayout {

    /** The length field at the start of a module. */
    public static final int LENGTH = Integer.BYTES;
    /** The nonce. */
    public static final int NONCE = 12;
    /** The GCM tag. */
    public static final int TAG = 16;
    /** The bytes that GCM adds to the plaintext. */
    public static final int GCM_OVERHEAD = LENGTH + NONCE + TAG;
    /** The bytes that CTR adds to the plaintext. */
    public static final int CTR_OVERHEAD = LENGTH + NONCE;
    /** The signature after a plaintext footer. */
    public static final int SIGNATURE = NONCE + TAG;

    private ModuleLayout() {}

    /** Returns the value of the length field of a module; it may be invalid, even negative. */
    static int length(byte[] bytes, int at) {
        return (bytes[at] & 0xFF)
                | (bytes[at + 1] & 0xFF) << 8
                | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
    }

    static void putLength(byte[] bytes, int at, int length) {
        bytes[at] = (byte) length;
        bytes[at + 1] = (byte) (length >> 8);
        bytes[at + 2] = (byte) (length >> 16);
        bytes[at + 3] = (byte) (length >> 24);
    }
}
