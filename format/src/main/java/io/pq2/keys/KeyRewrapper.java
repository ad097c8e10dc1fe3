package io.pq2.keys;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.KmsDeniedException;
import io.pq2.internal.keys.AesKeyWrap;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Wraps keys in key material again, under the newest versions of their master keys or under other master keys. The
 * key that the master key wraps (the key encryption key, or the data key for single wrapping) is unwrapped and
 * wrapped again. The keys and the data that they encrypt do not change.
 *
 * <p>The KMS unwraps and wraps each key once, even if it occurs in many files. Keys that are already under the newest
 * version are not sent to the KMS: once it has wrapped one key, the newest version is known, if the KMS tells
 * versions. A master key that the KMS refuses is not requested again.
 *
 * <p>Thread-safe. Keys are wiped when they are no longer needed, at the latest by {@link #close}.
 */
public final class KeyRewrapper implements AutoCloseable {

    /**
     * Maximum number of cached keys. Files share key encryption keys, but data keys of single wrapping usually occur
     * in one file.
     */
    private static final int MAX_KEYS = 10_000;

    private final KmsAccess kms;
    private final Map<String, String> otherMasterKeys;
    private final boolean dryRun;
    /** In the order of their last use. */
    private final LinkedHashMap<Wrapped, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /** By master key id. Master keys whose newest version is unknown are absent. */
    private final Map<String, String> newestVersions = new ConcurrentHashMap<>();

    /** In a dry run: master keys for which a test key was wrapped, successfully or not. */
    private final Set<String> triedMasterKeys = new HashSet<>();

    private final Map<String, KmsDeniedException> refusals = new ConcurrentHashMap<>();
    private final AtomicInteger wraps = new AtomicInteger();
    private final AtomicInteger unwraps = new AtomicInteger();

    private record Wrapped(String masterKeyId, String key) {}

    /**
     * Creates a rewrapper.
     *
     * @param kms access to the KMS of the master keys
     * @param otherMasterKeys master key ids by the ids of the master keys that they replace; other master keys are
     *     rotated to their newest versions
     * @param dryRun whether only a test key is wrapped with each master key, to find its newest version. {@link
     *     #rewrap} then returns key material that must not be used
     */
    public KeyRewrapper(KmsAccess kms, Map<String, String> otherMasterKeys, boolean dryRun) {
        this.kms = kms;
        this.otherMasterKeys = Map.copyOf(otherMasterKeys);
        this.dryRun = dryRun;
    }

    /** A key that a master key wraps. Its lock is held during calls of the KMS about it. */
    private static final class Entry {
        private byte @Nullable [] key;
        private @Nullable String rewrapped;

        synchronized void wipe() {
            if (key != null) {
                Arrays.fill(key, (byte) 0);
                key = null;
            }
        }
    }

    /**
     * Returns key material with the same keys under the newest version of its master key, or under the master key
     * that replaces it.
     *
     * @return null if the key material is up to date
     * @throws io.pq2.exception.EncryptionException if the KMS does not unwrap or wrap the key
     * @throws io.pq2.exception.CorruptFileException if the wrapped key is malformed
     */
    public @Nullable KeyMaterial rewrap(KeyMaterial material) {
        String from = material.masterKeyId();
        String to = otherMasterKeys.getOrDefault(from, from);
        String version = kms.keyVersion(material.wrappedWithMasterKey());
        if (isNewest(from, to, version)) {
            return null;
        }
        if (dryRun) {
            learnNewestVersion(to);
        }
        String wrapped = dryRun ? material.wrappedWithMasterKey() : rewrapped(material, to);
        return isNewest(from, to, version) ? null : with(material, to, wrapped);
    }

    private static KeyMaterial with(KeyMaterial material, String masterKeyId, String wrapped) {
        boolean doubleWrapping = material.doubleWrapping();
        return new KeyMaterial(
                material.footerKey(),
                material.kmsInstanceId(),
                material.kmsInstanceUrl(),
                masterKeyId,
                doubleWrapping ? material.wrappedDataKey() : wrapped,
                material.kekId(),
                doubleWrapping ? wrapped : null);
    }

    private boolean isNewest(String from, String to, @Nullable String version) {
        return from.equals(to) && version != null && version.equals(newestVersions.get(to));
    }

    private void learnNewestVersion(String masterKeyId) {
        synchronized (triedMasterKeys) {
            if (triedMasterKeys.add(masterKeyId)) {
                wrap(AesKeyWrap.random(16), masterKeyId);
            }
        }
    }

    private String rewrapped(KeyMaterial material, String to) {
        Entry entry = entry(material);
        synchronized (entry) {
            String rewrapped = entry.rewrapped;
            if (rewrapped == null) {
                rewrapped = wrap(unwrapped(entry, material), to);
                entry.rewrapped = rewrapped;
            }
            return rewrapped;
        }
    }

    /**
     * Returns a builder of properties that decrypt a file with the keys of this rewrapper. Keys that {@link #rewrap}
     * already unwrapped are not unwrapped again. Reading throws
     *
     * <ul>
     *   <li>{@link io.pq2.exception.EncryptionException} if the KMS does not unwrap a key, or the key is not
     *     authentic
     *   <li>{@link io.pq2.exception.CorruptFileException} if the key material is damaged
     * </ul>
     *
     * @param materials finds the key material of the file
     */
    public FileDecryptionProperties.Builder decryption(KeyUnwrapper materials) {
        return FileDecryptionProperties.builder()
                .keyRetriever(new KeyUnwrapper.Retriever(
                        metadata -> dataKey(materials.material(KeyMetadata.parse(metadata)))));
    }

    /**
     * Returns the data key of a file or column.
     *
     * @return a copy, which the caller overwrites
     */
    byte[] dataKey(KeyMaterial material) {
        Entry entry = entry(material);
        synchronized (entry) {
            byte[] key = unwrapped(entry, material);
            return material.doubleWrapping()
                    ? AesKeyWrap.unwrap(
                            material.wrappedDataKey(),
                            key,
                            AesKeyWrap.bytes(
                                    Objects.requireNonNull(material.kekId()), "the id of a key encryption key"),
                            "a data key, wrapped with a key encryption key,")
                    : key.clone();
        }
    }

    private byte[] unwrapped(Entry entry, KeyMaterial material) {
        byte[] key = entry.key;
        if (key == null) {
            key = unlessRefused(material.masterKeyId(), () -> {
                unwraps.incrementAndGet();
                return kms.unwrapKey(material.wrappedWithMasterKey(), material.masterKeyId());
            });
            entry.key = key;
        }
        return key;
    }

    private String wrap(byte[] key, String masterKeyId) {
        String wrapped = unlessRefused(masterKeyId, () -> {
            wraps.incrementAndGet();
            return kms.wrapKey(key, masterKeyId);
        });
        String version = kms.keyVersion(wrapped);
        if (version != null) {
            newestVersions.put(masterKeyId, version);
        }
        return wrapped;
    }

    private interface Call<T> {
        T run();
    }

    private <T> T unlessRefused(String masterKeyId, Call<T> call) {
        KmsDeniedException refusal = refusals.get(masterKeyId);
        if (refusal != null) {
            throw refusal;
        }
        try {
            return call.run();
        } catch (KmsDeniedException e) {
            refusals.put(masterKeyId, e);
            throw e;
        }
    }

    private Entry entry(KeyMaterial material) {
        synchronized (entries) {
            Entry entry = entries.computeIfAbsent(
                    new Wrapped(material.masterKeyId(), material.wrappedWithMasterKey()), wrapped -> new Entry());
            if (entries.size() > MAX_KEYS) {
                Iterator<Entry> oldest = entries.values().iterator();
                oldest.next().wipe();
                oldest.remove();
            }
            return entry;
        }
    }

    /** Returns the number of keys that the KMS was asked to wrap. */
    public int wraps() {
        return wraps.get();
    }

    /** Returns the number of keys that the KMS was asked to unwrap. */
    public int unwraps() {
        return unwraps.get();
    }

    /** Wipes the cached keys. */
    @Override
    public void close() {
        synchronized (entries) {
            entries.values().forEach(Entry::wipe);
            entries.clear();
        }
    }
}
