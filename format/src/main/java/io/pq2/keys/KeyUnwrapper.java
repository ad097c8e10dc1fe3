package io.pq2.keys;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.KeyDeniedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the data keys of one file by its key material and has a KMS unwrap them. Thread-safe. The keys go only into {@linkplain
 * #decryption decryption properties}.
 */
public final class KeyUnwrapper {

    private final BiFunction<String, String, KmsAccess> kms;
    private final KeyMaterialStore store;

    /** What the footer's key material says, null before it was seen. */
    private String instanceId;

    private String instanceUrl;

    /** Null before it was needed. */
    private KeyMaterialFile external;

    /**
     * @param kms the way to a KMS, by its identifier and address if the file says them (null if not). The file may lie
     * @param store where key material is that is not in the file
     */
    public KeyUnwrapper(BiFunction<String, String, KmsAccess> kms, KeyMaterialStore store) {
        this.kms = kms;
        this.store = store;
    }

    /**
     * Returns a builder of properties that decrypt the file. The KMS unwraps each key when the first module under that key is read. Reading
     * throws
     *
     * <ul>
     *   <li>{@link CorruptFileException} if the key metadata, or the key material that it refers to, is damaged
     *   <li>{@link io.pq2.exception.UnsupportedFeatureException} if the type of the key material is unknown
     *   <li>{@link KeyDeniedException} if the key metadata is not from key management, or the KMS denies the key
     *   <li>{@link io.pq2.exception.EncryptionException} if the KMS does not unwrap the key
     * </ul>
     */
    public FileDecryptionProperties.Builder decryption() {
        return FileDecryptionProperties.builder().keyRetriever(new Retriever(this::unwrapped));
    }

    /**
     * Returns a builder as {@link #decryption}, but of properties that have only the key with the given key metadata. The KMS unwraps no other
     * key.
     *
     * @param keyMetadata the key metadata; null for no key
     */
    public FileDecryptionProperties.Builder decryptionWithKey(byte @Nullable [] keyMetadata) {
        byte[] only = keyMetadata == null ? null : keyMetadata.clone();
        return FileDecryptionProperties.builder()
                .keyRetriever(new Retriever(metadata -> Arrays.equals(only, metadata) ? unwrapped(metadata) : null));
    }

    private byte[] unwrapped(byte[] keyMetadata) {
        if (keyMetadata.length == 0 || keyMetadata[0] != '{') {
            throw new KeyDeniedException(
                    "it is no key material: the key is not one of a KMS, and has to be given by who knows it");
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
     * The key material that metadata has or refers to.
     *
     * @throws CorruptFileException if there is none of that name
     * @throws KeyDeniedException if the file of key material is not there
     */
    public KeyMaterial material(KeyMetadata metadata) {
        return metadata.material() != null ? metadata.material() : external(metadata.reference());
    }

    private synchronized KeyMaterial external(String reference) {
        if (external == null) {
            external = read();
        }
        KeyMaterial material = external.byReference().get(reference);
        if (material == null) {
            throw new CorruptFileException(store.location()
                    + " has no key material for a key of the file: it is another file's, or was changed");
        }
        if (material.footerKey() != reference.equals(KeyMaterialFile.FOOTER_KEY)) {
            throw new CorruptFileException(
                    store.location() + " has the key material of a column for that of the footer, or"
                            + " the other way round: it was changed");
        }
        return material;
    }

    private KeyMaterialFile read() {
        try {
            return store.read();
        } catch (FileNotFoundException e) {
            throw new KeyDeniedException(
                    "the file's key material should lie in " + store.location()
                            + ", which is not there: it has to be moved and copied along with the file",
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
