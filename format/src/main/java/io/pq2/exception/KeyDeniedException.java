package io.pq2.exception;

/**
 * There is no key for something encrypted: none was given, or whoever keeps the keys does not hand it out. A {@link
 * io.pq2.encryption.DecryptionKeyRetriever} throws it to refuse a key.
 */
public sealed class KeyDeniedException extends EncryptionException
        permits KmsDeniedException, UnknownMasterKeyException {

    private static final long serialVersionUID = 1L;

    /** @param message which key is refused and why, without anything secret */
    public KeyDeniedException(String message) {
        this(FileLocation.UNKNOWN, message, null);
    }

    /**
     * @param message which key is refused and why, without anything secret
     * @param cause the lower-level failure
     */
    public KeyDeniedException(String message, Throwable cause) {
        this(FileLocation.UNKNOWN, message, cause);
    }

    /**
     * @param location what is encrypted with the key
     * @param detail which key, and what to do
     * @param cause the refusal, null if nobody was asked
     */
    public KeyDeniedException(FileLocation location, String detail, Throwable cause) {
        super(location, detail, cause);
    }

    /**
     * The same refusal, told of what cannot be decrypted for it.
     *
     * @param place what is encrypted with the key
     * @param told which key, and what to do
     * @return an exception of this kind, with this one as its cause
     */
    public KeyDeniedException toldOf(FileLocation place, String told) {
        return new KeyDeniedException(place, told, this);
    }
}
