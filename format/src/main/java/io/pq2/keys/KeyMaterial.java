package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.keys.KeyJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The information that a reader needs to retrieve a data key ({@code PKMT1} of parquet-java; see the package). It
 * contains no secrets.
 *
 * @param footerKey whether the data key is the footer key
 * @param kmsInstanceId id of the KMS; only for footer keys, absent if the file does not say
 * @param kmsInstanceUrl address of the KMS; only for footer keys, absent if the file does not say
 * @param masterKeyId id of the master key
 * @param wrappedDataKey data key, wrapped with the key encryption key, or with the master key for single wrapping
 * @param kekId id of the key encryption key in base64; absent for single wrapping
 * @param wrappedKek key encryption key, wrapped with the master key; absent for single wrapping
 */
public record KeyMaterial(
        boolean footerKey,
        @Nullable String kmsInstanceId,
        @Nullable String kmsInstanceUrl,
        String masterKeyId,
        String wrappedDataKey,
        @Nullable String kekId,
        @Nullable String wrappedKek) {

    static final String TYPE = "keyMaterialType";
    static final String TYPE_1 = "PKMT1";
    static final String INTERNAL = "internalStorage";

    private static final String FOOTER_KEY = "isFooterKey";
    private static final String DOUBLE_WRAPPING = "doubleWrapping";
    private static final String KMS_ID = "kmsInstanceID";
    private static final String KMS_URL = "kmsInstanceURL";
    private static final String MASTER_KEY = "masterKeyID";
    private static final String WRAPPED_DEK = "wrappedDEK";
    private static final String KEK_ID = "keyEncryptionKeyID";
    private static final String WRAPPED_KEK = "wrappedKEK";

    /** Maximum length of key material in bytes. A few hundred are usual, but a KMS may add data to wrapped keys. */
    static final int MAX_BYTES = 1 << 20;

    /**
     * Checks that a key encryption key has an id.
     *
     * @throws IllegalArgumentException if only one of {@code kekId} and {@code wrappedKek} is present
     */
    public KeyMaterial {
        Objects.requireNonNull(masterKeyId, "masterKeyId");
        Objects.requireNonNull(wrappedDataKey, "wrappedDataKey");
        if ((kekId == null) != (wrappedKek == null)) {
            throw new IllegalArgumentException("kekId and wrappedKek must both be present or both be absent");
        }
    }

    /** Whether a key encryption key wraps the data key. */
    public boolean doubleWrapping() {
        return kekId != null;
    }

    /**
     * Returns the key that is wrapped with the master key: the key encryption key for double wrapping, otherwise the
     * data key.
     */
    public String wrappedWithMasterKey() {
        return wrappedKek != null ? wrappedKek : wrappedDataKey;
    }

    /**
     * Parses the key material of a {@linkplain KeyMaterialFile key material file}.
     *
     * @throws CorruptFileException if the text is not key material
     * @throws UnsupportedFeatureException if the key material has another type
     */
    public static KeyMaterial parse(String json) {
        return of(fields(json.getBytes(UTF_8), "the key material"));
    }

    /** Parses an object and checks its type. */
    static Map<String, Object> fields(byte[] json, String subject) {
        Map<String, Object> fields = KeyJson.read(json, subject, MAX_BYTES);
        String type = text(fields, TYPE);
        if (!type.equals(TYPE_1)) {
            throw new UnsupportedFeatureException("key material of type " + shortened(type) + ", expected " + TYPE_1);
        }
        return fields;
    }

    static KeyMaterial of(Map<String, Object> fields) {
        boolean footer = flag(fields, FOOTER_KEY);
        boolean doubleWrapping = flag(fields, DOUBLE_WRAPPING);
        String masterKey = text(fields, MASTER_KEY);
        if (masterKey.isEmpty()) {
            throw new CorruptFileException("the key material has no master key: " + MASTER_KEY + " is empty");
        }
        return new KeyMaterial(
                footer,
                footer ? optionalText(fields, KMS_ID) : null,
                footer ? optionalText(fields, KMS_URL) : null,
                masterKey,
                text(fields, WRAPPED_DEK),
                doubleWrapping ? text(fields, KEK_ID) : null,
                doubleWrapping ? text(fields, WRAPPED_KEK) : null);
    }

    /**
     * Returns the JSON text for a {@linkplain KeyMaterialFile key material file}, with the bytes that parquet-java
     * writes.
     */
    public String toJson() {
        return json(false);
    }

    /**
     * Returns JSON text, with the fields in the order of parquet-java, which comes from a hash table.
     *
     * @param internal whether the text is the key metadata of a file
     */
    String json(boolean internal) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (footerKey && kmsInstanceUrl != null) {
            json.put(KMS_URL, kmsInstanceUrl);
        }
        json.put(MASTER_KEY, masterKeyId);
        json.put(WRAPPED_DEK, wrappedDataKey);
        if (kekId != null) {
            json.put(KEK_ID, kekId);
        }
        json.put(DOUBLE_WRAPPING, doubleWrapping());
        if (internal) {
            json.put(INTERNAL, true);
        }
        json.put(FOOTER_KEY, footerKey);
        json.put(TYPE, TYPE_1);
        if (footerKey && kmsInstanceId != null) {
            json.put(KMS_ID, kmsInstanceId);
        }
        if (wrappedKek != null) {
            json.put(WRAPPED_KEK, wrappedKek);
        }
        return KeyJson.write(json);
    }

    static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw malformed(fields, name, "text");
    }

    private static @Nullable String optionalText(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        return value == null || value == KeyJson.OTHER ? null : text(fields, name);
    }

    static boolean flag(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw malformed(fields, name, "true or false");
    }

    private static CorruptFileException malformed(Map<String, Object> fields, String name, String expected) {
        return new CorruptFileException("this is not key material, or it is damaged: the field " + name
                + (fields.containsKey(name) ? " is not " + expected : " is missing"));
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
