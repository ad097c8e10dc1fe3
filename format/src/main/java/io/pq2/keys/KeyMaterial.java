package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.keys.KeyJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a reader needs to get a data key back, {@code PKMT1} of parquet-java; see the package. Nothing in it is secret.
 *
 * @param footerKey whether the data key is the one of the footer
 * @param kmsInstanceId which KMS it was; only of footer keys, null if the file does not say
 * @param kmsInstanceUrl where that was; only of footer keys, null if the file does not say
 * @param masterKeyId the master key
 * @param wrappedDataKey the data key, wrapped with the key encryption key, or with the master key if there is none
 * @param kekId the identifier of the key encryption key in base64, null for single wrapping
 * @param wrappedKek the key encryption key, wrapped with the master key; null for single wrapping
 */
public record KeyMaterial(
        boolean footerKey,
        String kmsInstanceId,
        String kmsInstanceUrl,
        String masterKeyId,
        String wrappedDataKey,
        String kekId,
        String wrappedKek) {

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

    /** How many bytes it may have: a few hundred are usual, but KMSs may put more into what they wrap. */
    static final int MOST_BYTES = 1 << 20;

    public KeyMaterial {
        Objects.requireNonNull(masterKeyId, "masterKeyId");
        Objects.requireNonNull(wrappedDataKey, "wrappedDataKey");
        if ((kekId == null) != (wrappedKek == null)) {
            throw new IllegalArgumentException("a key encryption key without its identifier, or the other way round");
        }
    }

    /** Whether there is a key encryption key between master key and data key. */
    public boolean doubleWrapping() {
        return kekId != null;
    }

    /** What was wrapped with the master key: the key encryption key, or else the data key. */
    public String wrappedWithMasterKey() {
        return doubleWrapping() ? wrappedKek : wrappedDataKey;
    }

    /**
     * Key material that stands in a {@linkplain KeyMaterialFile file} of its own.
     *
     * @throws CorruptFileException if it is none
     * @throws UnsupportedFeatureException if it is of another type
     */
    public static KeyMaterial parse(String json) {
        return of(fields(json.getBytes(UTF_8), "the key material"));
    }

    /** Fields of an object that says its type. */
    static Map<String, Object> fields(byte[] json, String what) {
        Map<String, Object> fields = KeyJson.read(json, what, MOST_BYTES);
        String type = text(fields, TYPE);
        if (!type.equals(TYPE_1)) {
            throw new UnsupportedFeatureException(
                    "key material of the type " + shortened(type) + "; this version knows " + TYPE_1);
        }
        return fields;
    }

    static KeyMaterial of(Map<String, Object> fields) {
        boolean footer = flag(fields, FOOTER_KEY);
        boolean twice = flag(fields, DOUBLE_WRAPPING);
        String masterKey = text(fields, MASTER_KEY);
        if (masterKey.isEmpty()) {
            throw new CorruptFileException("the key material names no master key: " + MASTER_KEY + " is empty");
        }
        return new KeyMaterial(
                footer,
                footer ? optionalText(fields, KMS_ID) : null,
                footer ? optionalText(fields, KMS_URL) : null,
                masterKey,
                text(fields, WRAPPED_DEK),
                twice ? text(fields, KEK_ID) : null,
                twice ? text(fields, WRAPPED_KEK) : null);
    }

    /** The JSON that goes into a {@linkplain KeyMaterialFile file} of its own, as parquet-java writes it. */
    public String toJson() {
        return json(false);
    }

    /** In the order of parquet-java's, whose fields come out of a hash table. */
    String json(boolean internal) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (footerKey && kmsInstanceUrl != null) {
            json.put(KMS_URL, kmsInstanceUrl);
        }
        json.put(MASTER_KEY, masterKeyId);
        json.put(WRAPPED_DEK, wrappedDataKey);
        if (doubleWrapping()) {
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
        if (doubleWrapping()) {
            json.put(WRAPPED_KEK, wrappedKek);
        }
        return KeyJson.write(json);
    }

    static String text(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw wrong(fields, name, "text");
    }

    private static String optionalText(Map<String, Object> fields, String name) {
        Object value = fields.get(name);
        return value == null || value == KeyJson.OTHER ? null : text(fields, name);
    }

    static boolean flag(Map<String, Object> fields, String name) {
        if (fields.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(fields, name, "true or false");
    }

    private static CorruptFileException wrong(Map<String, Object> fields, String name, String expected) {
        return new CorruptFileException("the key material is damaged or none: its field " + name
                + (fields.containsKey(name) ? " is not " + expected : " is missing"));
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
