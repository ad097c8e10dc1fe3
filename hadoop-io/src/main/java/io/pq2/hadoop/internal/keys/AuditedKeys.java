package io.pq2.hadoop.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.keys.AuditedKey;
import io.pq2.hadoop.keys.AuditedKey.MaterialPlace;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMetadata;
import io.pq2.keys.KeyUnwrapper;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;

/** The keys of one file, by its key metadata. */
public final class AuditedKeys {

    private final KeyUnwrapper materials;
    private final BiFunction<KeyMaterial, KeyMaterial, String> versions;
    /** That of the footer's key, once it was seen. */
    private KeyMaterial footer;

    private String problem;

    /**
     * @param materials finds key material beside the file
     * @param versions from a key's material and that of the footer to the version of the master key, null if nobody can tell
     */
    public AuditedKeys(KeyUnwrapper materials, BiFunction<KeyMaterial, KeyMaterial, String> versions) {
        this.materials = materials;
        this.versions = versions;
    }

    /** The footer's key, before those of columns. */
    public AuditedKey footer(byte[] keyMetadata) {
        return key(keyMetadata, true);
    }

    public AuditedKey column(byte[] keyMetadata) {
        return key(keyMetadata, false);
    }

    private AuditedKey key(byte[] keyMetadata, boolean ofFooter) {
        if (keyMetadata == null) {
            return AuditedKey.unmanaged(null);
        }
        KeyMetadata metadata;
        try {
            metadata = KeyMetadata.parse(keyMetadata);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            // Whoever wrote the file without key management gave its keys names of his own.
            return AuditedKey.unmanaged(keyMetadata);
        }
        MaterialPlace place = metadata.material() == null ? MaterialPlace.EXTERNAL : MaterialPlace.INTERNAL;
        try {
            KeyMaterial material = materials.material(metadata);
            if (ofFooter) {
                footer = material;
            }
            return AuditedKey.of(material, footer, versions.apply(material, footer), place);
        } catch (CorruptFileException | KeyDeniedException | UnsupportedFeatureException | UncheckedIOException e) {
            problem = e.getMessage();
            return AuditedKey.unknown(place);
        }
    }

    /** Why the last key is not known whose material could not be read; null if all are. */
    public String problem() {
        return problem;
    }
}
