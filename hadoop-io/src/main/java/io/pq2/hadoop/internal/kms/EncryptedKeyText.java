package io.pq2.hadoop.internal.kms;

import io.pq2.exception.CorruptFileException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What files hold of a key that a Hadoop KMS protects:
 *
 * <pre>
 * text      := "hadoop-kms.1:key:"  version ":" iv ":" encrypted                the KMS made the key itself
 *            | "hadoop-kms.1:wrap:" version ":" iv ":" encrypted ":" wrapped    the KMS made a key that wraps the key
 * version   := the name of the version of the master key, as application/x-www-form-urlencoded has it, in UTF-8
 * iv        := base64 of the 16 bytes from which the KMS encrypted with the master key
 * encrypted := base64 of the 16, 24 or 32 bytes of the encrypted key
 * wrapped   := base64 of nonce(12) ciphertext(16, 24 or 32) tag(16); AES-GCM, its AAD is the text before, a line feed, and the name of
 *              the master key, in UTF-8
 * </pre>
 *
 * The number behind the dot is the version of this form. The master key's name is not in it: whoever unwraps a key says which it is, and the KMS
 * knows which versions it has.
 *
 * @param version the name of the version of the master key
 * @param wrapped null if the KMS made the key itself
 */
public record EncryptedKeyText(String version, byte[] iv, byte[] encrypted, byte[] wrapped) {

    private static final String FORM = "hadoop-kms.1";
    private static final String KEY = "key";
    private static final String WRAP = "wrap";

    private static final int IV_BYTES = 16;

    /** Longer than any that is made of a name that a KMS has. */
    private static final int LONGEST_TEXT = 4096;

    /** @throws CorruptFileException if the text does not have this form */
    public static EncryptedKeyText parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new CorruptFileException("a wrapped key has " + text.length()
                    + " characters, but those of a Hadoop KMS have at most " + LONGEST_TEXT);
        }
        List<String> fields = List.of(text.split(":", -1));
        boolean wrap = fields.size() == 6 && fields.get(1).equals(WRAP);
        if (!fields.get(0).equals(FORM)
                || !(wrap || (fields.size() == 5 && fields.get(1).equals(KEY)))) {
            throw new CorruptFileException(
                    "a wrapped key is not what a client of a Hadoop KMS makes (" + FORM + ":" + KEY + ":... or " + FORM
                            + ":" + WRAP + ":...): it is of another KMS, of a later version, or damaged");
        }
        byte[] iv = KeyBytes.decode(fields.get(3), "an IV");
        byte[] encrypted = KeyBytes.decode(fields.get(4), "an encrypted key");
        byte[] wrapped = wrap ? KeyBytes.decode(fields.get(5), "a ciphertext") : null;
        if (iv.length != IV_BYTES
                || !KeyBytes.isAesLength(encrypted.length)
                || (wrap && !KeyBytes.isAesLength(wrapped.length - AesGcmWrap.OVERHEAD))) {
            throw new CorruptFileException("a wrapped key of a Hadoop KMS has an IV of " + iv.length
                    + " bytes, an encrypted key of " + encrypted.length
                    + (wrap ? " and a ciphertext of " + wrapped.length : "") + ", which do not fit");
        }
        return new EncryptedKeyText(decodeVersion(fields.get(2)), iv, encrypted, wrapped);
    }

    /** The form with another ciphertext, or none. */
    public EncryptedKeyText withWrapped(byte[] bytes) {
        return new EncryptedKeyText(version, iv, encrypted, bytes);
    }

    public String text() {
        return wrapped == null ? before(KEY) : before(WRAP) + ":" + KeyBytes.encode(wrapped);
    }

    /** What a wrapped key is tied to: the version of the master key and the key that wraps it, and the master key. */
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

    private static CorruptFileException notAVersion(Throwable cause) {
        return new CorruptFileException(
                "a wrapped key has no name of a version of a master key where one belongs", cause);
    }

    /** The version, and nothing of the keys. */
    @Override
    public String toString() {
        return "key under " + version;
    }
}
