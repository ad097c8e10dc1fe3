package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.internal.keys.KeyJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key metadata of a key in a file: the key material, or a reference to it in the {@linkplain KeyMaterialFile key
 * material file}.
 *
 * @param material the key material; absent if it is external
 * @param reference name of the key material in the key material file; absent if it is internal
 */
public record KeyMetadata(
        @Nullable KeyMaterial material, @Nullable String reference) {

    private static final String REFERENCE = "keyReference";

    /**
     * Checks that one of both is present.
     *
     * @throws IllegalArgumentException if both or none are present
     */
    public KeyMetadata {
        if ((material == null) == (reference == null)) {
            throw new IllegalArgumentException("key metadata is either key material or a reference");
        }
    }

    /** Returns key metadata that is key material. */
    public static KeyMetadata internal(KeyMaterial material) {
        return new KeyMetadata(material, null);
    }

    /** Returns key metadata that refers to key material. */
    public static KeyMetadata external(String reference) {
        return new KeyMetadata(null, reference);
    }

    /**
     * Parses the key metadata of a file.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not JSON, or fields are missing
     * @throws io.pq2.exception.UnsupportedFeatureException if the key material has another type
     */
    public static KeyMetadata parse(byte[] metadata) {
        Map<String, Object> fields = KeyMaterial.fields(metadata, "the key metadata");
        return KeyMaterial.flag(fields, KeyMaterial.INTERNAL)
                ? internal(KeyMaterial.of(fields))
                : external(KeyMaterial.text(fields, REFERENCE));
    }

    /** Returns the bytes for a file. */
    public byte[] toBytes() {
        return (material != null ? material.json(true) : referenceJson(Objects.requireNonNull(reference)))
                .getBytes(UTF_8);
    }

    private static String referenceJson(String reference) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(KeyMaterial.TYPE, KeyMaterial.TYPE_1);
        json.put(KeyMaterial.INTERNAL, false);
        json.put(REFERENCE, reference);
        return KeyJson.write(json);
    }
}
