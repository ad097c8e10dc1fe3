package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.keys.KeyJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of a key material file, which is in the directory of its data file.
 *
 * @param byReference key material by the references in the {@link KeyMetadata} of the data file
 */
public record KeyMaterialFile(Map<String, KeyMaterial> byReference) {

    /** Prefix of the name of a key material file, before the name of its data file. */
    public static final String PREFIX = "_KEY_MATERIAL_FOR_";

    /** Suffix of the name of a key material file. */
    public static final String SUFFIX = ".json";

    /** Reference to the footer key. */
    public static final String FOOTER_KEY = "footerKey";

    /** Prefix of references to column keys, followed by a number from 0 on. */
    public static final String COLUMN_KEY = "columnKey";

    /** Maximum length of a key material file in bytes. */
    public static final int MAX_BYTES = 64 << 20;

    public KeyMaterialFile {
        byReference = Collections.unmodifiableMap(new LinkedHashMap<>(byReference));
    }

    /**
     * Returns the name of the key material file of a data file, in the same directory.
     *
     * @param fileName name of the data file
     */
    public static String nameFor(String fileName) {
        return PREFIX + fileName + SUFFIX;
    }

    /**
     * Parses a key material file.
     *
     * @throws CorruptFileException if the bytes are not a key material file
     * @throws io.pq2.exception.UnsupportedFeatureException if it has key material of another type
     */
    public static KeyMaterialFile parse(byte[] json) {
        Map<String, KeyMaterial> materials = new LinkedHashMap<>();
        KeyJson.read(json, "the key material file", MAX_BYTES).forEach((reference, value) -> {
            if (!(value instanceof String material)) {
                throw new CorruptFileException(
                        "this is not a key material file, or it is damaged: a field is not text");
            }
            materials.put(reference, KeyMaterial.parse(material));
        });
        return new KeyMaterialFile(materials);
    }

    /** Returns the bytes of the file. */
    public byte[] toBytes() {
        Map<String, Object> json = new LinkedHashMap<>();
        byReference.forEach((reference, material) -> json.put(reference, material.toJson()));
        return KeyJson.write(json).getBytes(UTF_8);
    }
}
