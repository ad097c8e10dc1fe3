package io.pq2.keys;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.KmsDeniedException;
import io.pq2.internal.keys.AesKeyWrap;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts key material under the newest versions of master keys, or under other master keys. What the master key has wrapped (the key encryption
 * key, or of single wrapping the data key) is unwrapped and wrapped again; the keys themselves stay, and so does all that they encrypt.
 *
 * <p>The KMS is asked once to unwrap and once to wrap for each key, over however many files it occurs in, and not at all for keys that are under
 * the newest version already: that is known as soon as one key was wrapped, if the KMS tells versions. Of a master key that it refuses it is
 * not asked again.
 *
 * <p>May be used by several threads at once. Keys are wiped when they are not needed any more, at the latest by {@link #close}.
 */
public final class KeyRewrapper implements AutoCloseable {

    /** How many keys are kept; key encryption keys are far fewer, data keys of single wrapping are mostly used by one file. */
    private static final int MOST_KEYS = 10_000;

    private final KmsAccess kms;
    private final Map<String, String> otherMasterKeys;
    private final boolean dryRun;
    /** Those that were used longest ago are first. */
    private final LinkedHashMap<Wrapped, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /** By master key, as far as known. */
    private final Map<String, String> newestVersions = new ConcurrentHashMap<>();

    /** In a dry run, the master keys that have wrapped a key to be thrown away, or were to. */
    private final Set<String> tried = new HashSet<>();

    private final Map<String, KmsDeniedException> refusals = new ConcurrentHashMap<>();
    private final AtomicInteger wraps = new AtomicInteger();
    private final AtomicInteger unwraps = new AtomicInteger();

    private record Wrapped(String masterKeyId, String key) {}

    /**
     * @param kms the way to the KMS that has the master keys
     * @param otherMasterKeys from master keys to those that are to take their place; all others get newer versions
     * @param dryRun whether nothing is wrapped but a key that is thrown away, to find out the newest version of each master key; then {@link
     *     #rewrap} gives material that is not to be used
     */
    public KeyRewrapper(KmsAccess kms, Map<String, String> otherMasterKeys, boolean dryRun) {
        this.kms = kms;
        this.otherMasterKeys = Map.copyOf(otherMasterKeys);
        this.dryRun = dryRun;
    }

    /** A key that a master key has wrapped. Its lock is held while the KMS is asked about it. */
    private static final class Entry {
        private byte[] key;
        private String rewrapped;

        synchronized void wipe() {
            if (key != null) {
                Arrays.fill(key, (byte) 0);
                key = null;
            }
        }
    }

    /**
     * Key material with the same keys under the newest version of its master key, or under the one that takes its place.
     *
     * @return null if it is there already
     * @throws io.pq2.exception.EncryptionException if the KMS does not unwrap or wrap the key
     * @throws io.pq2.exception.CorruptFileException if what is wrapped is no wrapped key
     */
    public KeyMaterial rewrap(KeyMaterial material) {
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
        boolean twice = material.doubleWrapping();
        return new KeyMaterial(
                material.footerKey(),
                material.kmsInstanceId(),
                material.kmsInstanceUrl(),
                masterKeyId,
                twice ? material.wrappedDataKey() : wrapped,
                material.kekId(),
                twice ? wrapped : null);
    }

    private boolean isNewest(String from, String to, String version) {
        return from.equals(to) && version != null && version.equals(newestVersions.get(to));
    }

    private void learnNewestVersion(String masterKeyId) {
        synchronized (tried) {
            if (tried.add(masterKeyId)) {
                wrap(AesKeyWrap.random(16), masterKeyId);
            }
        }
    }

    private String rewrapped(KeyMaterial material, String to) {
        Entry entry = entry(material);
        synchronized (entry) {
            if (entry.rewrapped == null) {
                entry.rewrapped = wrap(unwrapped(entry, material), to);
            }
            return entry.rewrapped;
        }
    }

    /**
     * Returns a builder of properties that decrypt a file with the keys of this rewrapper. The KMS unwraps no key again that {@link #rewrap} has
     * had unwrapped. Reading throws
     *
     * <ul>
     *   <li>{@link io.pq2.exception.EncryptionException} if the KMS does not unwrap a key, or the key is not authentic
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
                            AesKeyWrap.bytes(material.kekId(), "the identifier of a key encryption key"),
                            "a data key, wrapped with a key encryption key,")
                    : key.clone();
        }
    }

    private byte[] unwrapped(Entry entry, KeyMaterial material) {
        if (entry.key == null) {
            entry.key = asked(material.masterKeyId(), () -> {
                unwraps.incrementAndGet();
                return kms.unwrapKey(material.wrappedWithMasterKey(), material.masterKeyId());
            });
        }
        return entry.key;
    }

    private String wrap(byte[] key, String masterKeyId) {
        String wrapped = asked(masterKeyId, () -> {
            wraps.incrementAndGet();
            return kms.wrapKey(key, masterKeyId);
        });
        String version = kms.keyVersion(wrapped);
        if (version != null) {
            newestVersions.put(masterKeyId, version);
        }
        return wrapped;
    }

    private interface Question<T> {
        T ask();
    }

    private <T> T asked(String masterKeyId, Question<T> question) {
        KmsDeniedException refusal = refusals.get(masterKeyId);
        if (refusal != null) {
            throw refusal;
        }
        try {
            return question.ask();
        } catch (KmsDeniedException e) {
            refusals.put(masterKeyId, e);
            throw e;
        }
    }

    private Entry entry(KeyMaterial material) {
        synchronized (entries) {
            Entry entry = entries.computeIfAbsent(
                    new Wrapped(material.masterKeyId(), material.wrappedWithMasterKey()), wrapped -> new Entry());
            if (entries.size() > MOST_KEYS) {
                Iterator<Entry> oldest = entries.values().iterator();
                oldest.next().wipe();
                oldest.remove();
            }
            return entry;
        }
    }

    /** How many keys the KMS was asked to wrap. */
    public int wraps() {
        return wraps.get();
    }

    /** How many keys the KMS was asked to unwrap. */
    public int unwraps() {
        return unwraps.get();
    }

    /** Wipes the keys that it holds. */
    @Override
    public void close() {
        synchronized (entries) {
            entries.values().forEach(Entry::wipe);
            entries.clear();
        }
    }
}
