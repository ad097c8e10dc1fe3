package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.internal.keys.KeyJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a file has as metadata of one of its keys: the key material itself, or under which name that stands in the file's {@linkplain
 * KeyMaterialFile file of key material}.
 *
 * @param material null if it is elsewhere
 * @param reference its name there, null if it is here
 */
public record KeyMetadata(KeyMaterial material, String reference) {

    private static final String REFERENCE = "keyReference";

    public KeyMetadata {
        if ((material == null) == (reference == null)) {
            throw new IllegalArgumentException("key metadata is either key material or a reference to it");
        }
    }

    /** Metadata that is key material. */
    public static KeyMetadata internal(KeyMaterial material) {
        return new KeyMetadata(material, null);
    }

    /** Metadata that refers to key material. */
    public static KeyMetadata external(String reference) {
        return new KeyMetadata(null, reference);
    }

    /**
     * Metadata as a file has it.
     *
     * @throws io.pq2.exception.CorruptFileException if it is no JSON, or fields are missing
     * @throws io.pq2.exception.UnsupportedFeatureException if it is of another type
     */
    public static KeyMetadata parse(byte[] metadata) {
        Map<String, Object> fields = KeyMaterial.fields(metadata, "the key metadata");
        return KeyMaterial.flag(fields, KeyMaterial.INTERNAL)
                ? internal(KeyMaterial.of(fields))
                : external(KeyMaterial.text(fields, REFERENCE));
    }

    /** The bytes that go into a file. */
    public byte[] toBytes() {
        return (material != null ? material.json(true) : referenceJson()).getBytes(UTF_8);
    }

    private String referenceJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(KeyMaterial.TYPE, KeyMaterial.TYPE_1);
        json.put(KeyMaterial.INTERNAL, false);
        json.put(REFERENCE, reference);
        return KeyJson.write(json);
    }
}
