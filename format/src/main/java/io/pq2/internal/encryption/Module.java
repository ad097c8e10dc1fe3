package io.pq2.internal.encryption;

/** The lengths of a module's parts (Encryption.md, 5.1). */
public final class Module {

    /** Bytes of the length that stands first. */
    public static final int LENGTH = Integer.BYTES;
    /** Bytes of a nonce. */
    public static final int NONCE = 12;
    /** Bytes of a tag. */
    public static final int TAG = 16;
    /** What GCM adds to the plaintext. */
    public static final int GCM_OVERHEAD = LENGTH + NONCE + TAG;
    /** What CTR adds to the plaintext. */
    public static final int CTR_OVERHEAD = LENGTH + NONCE;
    /** Bytes of the signature behind a plaintext footer. */
    public static final int SIGNATURE = NONCE + TAG;

    private Module() {}

    /** The number that stands first in a module; negative if it is no sound one. */
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
