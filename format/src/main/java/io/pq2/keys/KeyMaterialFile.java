package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.keys.KeyJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of a file of key material, which lies beside the file whose keys it is about.
 *
 * @param byReference key material by the references of the file's {@link KeyMetadata}
 */
public record KeyMaterialFile(Map<String, KeyMaterial> byReference) {

    /** What the name of such a file begins with; then comes the name of the file that it is for. */
    public static final String PREFIX = "_KEY_MATERIAL_FOR_";

    /** What its name ends with. */
    public static final String SUFFIX = ".json";

    /** What a footer's key is referred to by. */
    public static final String FOOTER_KEY = "footerKey";

    /** What the keys of columns are referred to by, with a number from 0 behind it. */
    public static final String COLUMN_KEY = "columnKey";

    /** How many bytes it may have. */
    public static final int MOST_BYTES = 64 << 20;

    public KeyMaterialFile {
        byReference = Collections.unmodifiableMap(new LinkedHashMap<>(byReference));
    }

    /** The name of the file with the key material of another, which lies in the same directory. */
    public static String nameFor(String fileName) {
        return PREFIX + fileName + SUFFIX;
    }

    /**
     * What a file says.
     *
     * @throws CorruptFileException if it is no file of key material
     * @throws io.pq2.exception.UnsupportedFeatureException if it has key material of another type
     */
    public static KeyMaterialFile parse(byte[] json) {
        Map<String, KeyMaterial> materials = new LinkedHashMap<>();
        KeyJson.read(json, "the file of key material", MOST_BYTES).forEach((reference, value) -> {
            if (!(value instanceof String material)) {
                throw new CorruptFileException("the file of key material is damaged or none: a field is not text");
            }
            materials.put(reference, KeyMaterial.parse(material));
        });
        return new KeyMaterialFile(materials);
    }

    /** The bytes of the file. */
    public byte[] toBytes() {
        Map<String, Object> json = new LinkedHashMap<>();
        byReference.forEach((reference, material) -> json.put(reference, material.toJson()));
        return KeyJson.write(json).getBytes(UTF_8);
    }
}
