package io.pq2.hadoop.keys;

import io.pq2.keys.KeyMaterial;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What a file says about one of its keys, of which nothing is secret.
 *
 * @param masterKeyId the master key that it is under; null if the file does not say, or its key material could not be read
 * @param masterKeyVersion the version of the master key; null if the text does not say, or no KMS client is configured that could tell
 * @param kmsInstanceId which KMS has the master key, null if the file does not say
 * @param kmsInstanceUrl the address of the KMS, null if the file does not say
 * @param wrapping what is between master key and data key, null if not known
 * @param kekId the identifier of the key encryption key in base64, null if there is none
 * @param place where the key material is, null if the key has none: then readers find it by what {@code metadata} says
 * @param metadata of keys without key material only: the key metadata, as text if it is printable, otherwise in hexadecimal digits; null
 *     if there is none
 */
public record AuditedKey(
        String masterKeyId,
        String masterKeyVersion,
        String kmsInstanceId,
        String kmsInstanceUrl,
        Wrapping wrapping,
        String kekId,
        MaterialPlace place,
        String metadata) {

    /** What is between a master key and a data key. */
    public enum Wrapping {
        /** Nothing: the master key wraps the data key. */
        SINGLE,
        /** A key encryption key. */
        DOUBLE
    }

    /** Where key material is. */
    public enum MaterialPlace {
        /** In the file that it is for. */
        INTERNAL,
        /** In a file beside it. */
        EXTERNAL
    }

    public static AuditedKey of(KeyMaterial material, KeyMaterial footer, String version, MaterialPlace place) {
        return new AuditedKey(
                material.masterKeyId(),
                version,
                footer == null ? null : footer.kmsInstanceId(),
                footer == null ? null : footer.kmsInstanceUrl(),
                material.doubleWrapping() ? Wrapping.DOUBLE : Wrapping.SINGLE,
                material.kekId(),
                place,
                null);
    }

    /** A key whose material could not be read. */
    public static AuditedKey unknown(MaterialPlace place) {
        return new AuditedKey(null, null, null, null, null, null, place, null);
    }

    /** A key that is not of key management. */
    public static AuditedKey unmanaged(byte[] metadata) {
        return new AuditedKey(null, null, null, null, null, null, null, metadata == null ? null : text(metadata));
    }

    private static String text(byte[] metadata) {
        for (byte value : metadata) {
            if (value < ' ' || value == 0x7F) {
                return HexFormat.of().formatHex(metadata);
            }
        }
        return new String(metadata, StandardCharsets.US_ASCII);
    }
}
