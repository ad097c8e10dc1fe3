package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.keys.AesKeyWrap;
import io.pq2.internal.keys.KeyJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A base class of clients for key stores that return master keys instead of wrapping keys. It wraps keys with AES-GCM
 * itself, with the id of the master key as AAD, and is compatible with the class of the same name in parquet-java:
 *
 * <pre>
 * {"encryptedKey": base64(nonce(12) ciphertext tag(16)), "masterKeyVersion": "NO_VERSION"}
 * </pre>
 *
 * <p>Master keys are requested once and wiped by {@link #close}. They have no versions. After a master key changes,
 * keys that were wrapped before cannot be unwrapped.
 */
public abstract class LocalWrapKmsClient implements KmsClient {

    private static final String KEY = "encryptedKey";
    private static final String VERSION = "masterKeyVersion";
    private static final String NO_VERSION = "NO_VERSION";
    private static final int MAX_BYTES = 4 << 10;

    private final Map<String, byte[]> masterKeys = new ConcurrentHashMap<>();

    /**
     * Returns a master key.
     *
     * @return 16, 24 or 32 bytes; the array is wiped by {@link #close}
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if the master key does not exist
     * @throws io.pq2.exception.KmsUnavailableException if the key store does not answer
     */
    protected abstract byte[] masterKey(String masterKeyId);

    @Override
    public final String wrapKey(byte[] key, String masterKeyId) {
        String wrapped = AesKeyWrap.wrap(key, cachedMasterKey(masterKeyId), masterKeyId.getBytes(UTF_8));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(KEY, wrapped);
        json.put(VERSION, NO_VERSION);
        return KeyJson.write(json);
    }

    @Override
    public final byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        String what = "the key wrapped with the master key " + masterKeyId;
        Map<String, Object> fields = KeyJson.read(wrappedKey.getBytes(UTF_8), what, MAX_BYTES);
        if (!(fields.get(KEY) instanceof String wrapped) || !(fields.get(VERSION) instanceof String version)) {
            throw new CorruptFileException(
                    what + " was not wrapped by this kind of client: " + KEY + " or " + VERSION + " is missing");
        }
        if (!version.equals(NO_VERSION)) {
            throw new UnsupportedFeatureException(
                    what + " needs another version of the master key, which local wrapping does not support");
        }
        return AesKeyWrap.unwrap(wrapped, cachedMasterKey(masterKeyId), masterKeyId.getBytes(UTF_8), what);
    }

    private byte[] cachedMasterKey(String masterKeyId) {
        return masterKeys.computeIfAbsent(masterKeyId, id -> {
            byte[] key = masterKey(id);
            if (!AesKeyWrap.isKeyLength(key.length)) {
                throw new InvalidDataException(
                        "the master key " + id + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
            }
            return key;
        });
    }

    @Override
    public void close() {
        masterKeys.values().forEach(key -> Arrays.fill(key, (byte) 0));
        masterKeys.clear();
    }
}
