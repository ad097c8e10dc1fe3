package io.pq2.hadoop.internal.keys;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.keys.AuditedKey;
import io.pq2.hadoop.keys.AuditedKey.MaterialPlace;
import io.pq2.hadoop.keys.AuditedKey.Wrapping;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMetadata;
import io.pq2.keys.KeyUnwrapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Describes the keys of one file from its key metadata. The footer's key comes first. Used by one thread. */
public final class AuditedKeys {

    /** Extracts the version of the master key from a wrapped key. */
    public interface MasterKeyVersions {

        /**
         * Returns the version of the master key that wraps a key; null if it is unknown.
         *
         * @param material the key material of the key
         * @param footer the key material of the footer's key, which names the KMS; absent if it is unreadable
         */
        @Nullable
        String version(KeyMaterial material, @Nullable KeyMaterial footer);
    }

    private final KeyUnwrapper materials;
    private final MasterKeyVersions versions;
    /** The key material of the footer's key; absent until {@link #footer} has read it. */
    private @Nullable KeyMaterial footer;

    private @Nullable String problem;

    /**
     * Creates the description of a file's keys.
     *
     * @param materials finds the key material of the file
     * @param versions extracts the versions of master keys
     */
    public AuditedKeys(KeyUnwrapper materials, MasterKeyVersions versions) {
        this.materials = materials;
        this.versions = versions;
    }

    /** Describes the footer's key. To be called before {@link #column}. */
    public AuditedKey footer(byte @Nullable [] keyMetadata) {
        return key(keyMetadata, true);
    }

    /** Describes the key of a column. */
    public AuditedKey column(byte @Nullable [] keyMetadata) {
        return key(keyMetadata, false);
    }

    private AuditedKey key(byte @Nullable [] keyMetadata, boolean ofFooter) {
        if (keyMetadata == null) {
            return unmanaged(null);
        }
        KeyMetadata metadata;
        try {
            metadata = KeyMetadata.parse(keyMetadata);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            // The writer used no key management and chose its own key metadata.
            return unmanaged(text(keyMetadata));
        }
        MaterialPlace place = metadata.material() == null ? MaterialPlace.EXTERNAL : MaterialPlace.INTERNAL;
        try {
            KeyMaterial material = materials.material(metadata);
            if (ofFooter) {
                footer = material;
            }
            return managed(material, place);
        } catch (CorruptFileException | KeyDeniedException | UnsupportedFeatureException | UncheckedIOException e) {
            problem = e.getMessage();
            return new AuditedKey(null, null, null, null, null, null, place, null);
        }
    }

    private AuditedKey managed(KeyMaterial material, MaterialPlace place) {
        return new AuditedKey(
                material.masterKeyId(),
                versions.version(material, footer),
                footer == null ? null : footer.kmsInstanceId(),
                footer == null ? null : footer.kmsInstanceUrl(),
                material.doubleWrapping() ? Wrapping.DOUBLE : Wrapping.SINGLE,
                material.kekId(),
                place,
                null);
    }

    /** Describes a key without key material. */
    private static AuditedKey unmanaged(@Nullable String metadata) {
        return new AuditedKey(null, null, null, null, null, null, null, metadata);
    }

    private static String text(byte[] metadata) {
        for (byte value : metadata) {
            if (value < ' ' || value == 0x7F) {
                return HexFormat.of().formatHex(metadata);
            }
        }
        return new String(metadata, StandardCharsets.US_ASCII);
    }

    /** Returns why the key material of the last unreadable key could not be read; null if all keys are readable. */
    public @Nullable String problem() {
        return problem;
    }
}
