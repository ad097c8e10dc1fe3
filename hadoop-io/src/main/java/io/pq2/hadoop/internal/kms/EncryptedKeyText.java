package io.pq2.hadoop.internal.kms;

import io.pq2.exception.CorruptFileException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text form, in files, of a key that a Hadoop KMS protects:
 *
 * <pre>
 * text      := "hadoop-kms.1:key:"  version ":" iv ":" encrypted               the KMS generated the key
 *            | "hadoop-kms.1:wrap:" version ":" iv ":" encrypted ":" wrapped   the KMS generated a wrapping key
 * version   := the name of the version of the master key, form-url-encoded UTF-8
 * iv        := base64 of the 16 bytes of the IV for encryption with the master key
 * encrypted := base64 of the 16, 24 or 32 bytes of the encrypted key
 * wrapped   := base64 of nonce(12) ciphertext(16, 24 or 32) tag(16), by AES-GCM. The AAD is the text up to "wrapped"
 *              without the last colon, a line feed, and the name of the master key, in UTF-8
 * </pre>
 *
 * The number after the dot is the version of the text form. The text does not contain the name of the master key: the
 * caller that unwraps the key passes it, and the KMS knows the versions of each master key.
 *
 * @param version the name of the version of the master key
 * @param iv the IV, 16 bytes
 * @param encrypted the encrypted key
 * @param wrapped the wrapped key; null if the KMS generated the key itself
 */
public record EncryptedKeyText(String version, byte[] iv, byte[] encrypted, byte @Nullable [] wrapped) {

    private static final String FAMILY = "hadoop-kms.";
    private static final String FORM = FAMILY + "1";
    private static final String KEY = "key";
    private static final String WRAP = "wrap";

    private static final int IV_BYTES = 16;

    /** The length limit in characters; names in a KMS are much shorter. */
    private static final int MAX_LENGTH = 4096;

    /** Whether a wrapped key is from a client of a Hadoop KMS, of this version or a later one. */
    public static boolean isFromHadoopKms(String wrappedKey) {
        return wrappedKey.startsWith(FAMILY);
    }

    /**
     * Parses the text form.
     *
     * @throws CorruptFileException if the text is malformed
     */
    public static EncryptedKeyText parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new CorruptFileException("a wrapped key has " + text.length()
                    + " characters, but wrapped keys of a Hadoop KMS have at most " + MAX_LENGTH);
        }
        List<String> fields = List.of(text.split(":", -1));
        boolean wrap = fields.size() == 6 && fields.get(1).equals(WRAP);
        if (!fields.get(0).equals(FORM)
                || !(wrap || (fields.size() == 5 && fields.get(1).equals(KEY)))) {
            throw new CorruptFileException("a wrapped key is not from a Hadoop KMS (" + FORM + ":" + KEY + ":... or "
                    + FORM + ":" + WRAP + ":...): it is from another KMS, from a later version, or damaged");
        }
        byte[] iv = KeyBytes.decode(fields.get(3), "an IV");
        byte[] encrypted = KeyBytes.decode(fields.get(4), "an encrypted key");
        byte[] wrapped = wrap ? KeyBytes.decode(fields.get(5), "a ciphertext") : null;
        if (iv.length != IV_BYTES
                || !KeyBytes.isAesLength(encrypted.length)
                || (wrapped != null && !KeyBytes.isAesLength(wrapped.length - AesGcmWrap.OVERHEAD))) {
            throw new CorruptFileException("a wrapped key of a Hadoop KMS has an IV of " + iv.length
                    + " bytes, an encrypted key of " + encrypted.length
                    + (wrapped != null ? " and a ciphertext of " + wrapped.length : "") + ", which are wrong lengths");
        }
        return new EncryptedKeyText(decodeVersion(fields.get(2)), iv, encrypted, wrapped);
    }

    /** Returns this key with another wrapped key. */
    public EncryptedKeyText withWrapped(byte[] bytes) {
        return new EncryptedKeyText(version, iv, encrypted, bytes);
    }

    public String text() {
        return wrapped == null ? before(KEY) : before(WRAP) + ":" + KeyBytes.encode(wrapped);
    }

    /**
     * Returns the AAD of the wrapped key: the version of the master key, the encrypted key that wraps it, and the
     * master key.
     */
    public byte[] aad(String masterKeyId) {
        return (before(WRAP) + "\n" + masterKeyId).getBytes(StandardCharsets.UTF_8);
    }

    private String before(String kind) {
        return String.join(
                ":",
                FORM,
                kind,
                URLEncoder.encode(version, StandardCharsets.UTF_8),
                KeyBytes.encode(iv),
                KeyBytes.encode(encrypted));
    }

    private static String decodeVersion(String encoded) {
        String version;
        try {
            version = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw notAVersion(e);
        }
        if (version.isEmpty()
                || !URLEncoder.encode(version, StandardCharsets.UTF_8).equals(encoded)) {
            throw notAVersion(null);
        }
        return version;
    }

    private static CorruptFileException notAVersion(@Nullable Throwable cause) {
        return new CorruptFileException("a wrapped key has a malformed name of the version of its master key", cause);
    }

    /** Returns the version only, because the other parts belong to keys. */
    @Override
    public String toString() {
        return "key under " + version;
    }
}
