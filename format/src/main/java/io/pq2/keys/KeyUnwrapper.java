package io.pq2.keys;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KeyDeniedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the data keys of one file in its key material, and lets a KMS unwrap them. Thread-safe. The keys are only
 * passed to {@linkplain #decryption decryption properties}.
 */
public final class KeyUnwrapper {

    private final BiFunction<String, String, KmsAccess> kms;
    private final KeyMaterialStore store;

    /** Id of the KMS in the key material of the footer key; absent until that is read, or if it does not say. */
    private @Nullable String instanceId;

    private @Nullable String instanceUrl;

    /** Absent until first needed. */
    private @Nullable KeyMaterialFile external;

    /**
     * Creates an unwrapper for a file.
     *
     * @param kms returns the access to a KMS for its id and address; both are null if the file does not say them, and
     *     the file may be untrusted
     * @param store the external key material of the file
     */
    public KeyUnwrapper(BiFunction<String, String, KmsAccess> kms, KeyMaterialStore store) {
        this.kms = kms;
        this.store = store;
    }

    /**
     * Returns a builder of properties that decrypt the file. The KMS unwraps each key when the first module under that
     * key is read. Reading throws
     *
     * <ul>
     *   <li>{@link io.pq2.exception.TamperedFileException} if the key metadata, or the key material that it refers to,
     *       is damaged
     *   <li>{@link io.pq2.exception.KeyMaterialException} if the key material has an unknown type or cannot be read
     *   <li>{@link KeyDeniedException} if the key metadata is not from key management, or the KMS denies the key
     *   <li>{@link io.pq2.exception.EncryptionException} if the KMS does not unwrap the key
     * </ul>
     */
    public FileDecryptionProperties.Builder decryption() {
        return FileDecryptionProperties.builder().keyRetriever(new Retriever(this::unwrapped));
    }

    /**
     * Returns a builder like {@link #decryption} for properties that have only one key. The KMS unwraps no other key.
     *
     * @param keyMetadata key metadata of the key; null for no key
     */
    public FileDecryptionProperties.Builder decryptionWithKey(byte @Nullable [] keyMetadata) {
        byte[] only = keyMetadata == null ? null : keyMetadata.clone();
        return FileDecryptionProperties.builder()
                .keyRetriever(new Retriever(metadata -> Arrays.equals(only, metadata) ? unwrapped(metadata) : null));
    }

    private byte[] unwrapped(byte[] keyMetadata) {
        if (keyMetadata.length == 0 || keyMetadata[0] != '{') {
            throw new KeyDeniedException("the key metadata is not key material of a KMS: give the key itself");
        }
        KeyMaterial material = material(KeyMetadata.parse(keyMetadata));
        return access(material).dataKey(material);
    }

    /** Retrieves keys as new arrays. */
    record Retriever(Function<byte[], byte @Nullable []> keys) implements DecryptionKeyRetriever {

        @Override
        public byte @Nullable [] key(byte[] keyMetadata) {
            return keys.apply(keyMetadata);
        }

        @Override
        public boolean callerOwnsKeys() {
            return true;
        }
    }

    /**
     * Returns the key material of key metadata, which may be external.
     *
     * @throws CorruptFileException if the key material file does not have the referenced key material
     * @throws KeyDeniedException if the key material file does not exist
     * @throws UncheckedIOException if the key material file cannot be read
     */
    public KeyMaterial material(KeyMetadata metadata) {
        KeyMaterial internal = metadata.material();
        return internal != null ? internal : external(Objects.requireNonNull(metadata.reference()));
    }

    private synchronized KeyMaterial external(String reference) {
        KeyMaterialFile file = external;
        if (file == null) {
            file = read();
            external = file;
        }
        KeyMaterial material = file.byReference().get(reference);
        if (material == null) {
            throw new CorruptFileException(store.location()
                    + " has no key material for a key of the file: it belongs to another file, or was changed");
        }
        if (material.footerKey() != reference.equals(KeyMaterialFile.FOOTER_KEY)) {
            throw new CorruptFileException(
                    store.location() + " has key material of a column where that of the footer is expected, or the"
                            + " reverse: it was changed");
        }
        return material;
    }

    private KeyMaterialFile read() {
        try {
            return store.read();
        } catch (FileNotFoundException e) {
            throw new KeyDeniedException(
                    "the key material of the file is expected in " + store.location()
                            + ", which does not exist: move and copy it together with the file",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("the key material in " + store.location() + " cannot be read", e);
        }
    }

    private synchronized KmsAccess access(KeyMaterial material) {
        if (material.footerKey()) {
            instanceId = material.kmsInstanceId();
            instanceUrl = material.kmsInstanceUrl();
        }
        return kms.apply(instanceId, instanceUrl);
    }
}
