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
 * A client for key stores that do not wrap but hand out their master keys, with which it wraps itself: for those that have nothing better.
 * What it makes is what parquet-java's class of the same name makes:
 *
 * <pre>{"encryptedKey": base64(nonce(12) ciphertext tag(16)), "masterKeyVersion": "NO_VERSION"}   AES-GCM, the master key's name as AAD</pre>
 *
 * <p>Master keys are asked for once and overwritten by {@link #close}. They have no versions: a changed one opens nothing that was wrapped
 * before.
 */
public abstract class LocalWrapKmsClient implements KmsClient {

    private static final String KEY = "encryptedKey";
    private static final String VERSION = "masterKeyVersion";
    private static final String NO_VERSION = "NO_VERSION";
    private static final int MOST_BYTES = 4 << 10;

    private final Map<String, byte[]> masterKeys = new ConcurrentHashMap<>();

    /**
     * Gets a master key.
     *
     * @return 16, 24 or 32 bytes, which are overwritten
     * @throws io.pq2.exception.KmsDeniedException if the user may not use the master key
     * @throws io.pq2.exception.UnknownMasterKeyException if there is no such master key
     * @throws io.pq2.exception.KmsUnavailableException if the key store gives no answer
     */
    protected abstract byte[] masterKey(String masterKeyId);

    @Override
    public final String wrapKey(byte[] key, String masterKeyId) {
        String wrapped = AesKeyWrap.wrap(key, known(masterKeyId), masterKeyId.getBytes(UTF_8));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(KEY, wrapped);
        json.put(VERSION, NO_VERSION);
        return KeyJson.write(json);
    }

    @Override
    public final byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        String what = "the key wrapped with the master key " + masterKeyId;
        Map<String, Object> fields = KeyJson.read(wrappedKey.getBytes(UTF_8), what, MOST_BYTES);
        if (!(fields.get(KEY) instanceof String wrapped) || !(fields.get(VERSION) instanceof String version)) {
            throw new CorruptFileException(
                    what + " was not wrapped locally: " + KEY + " or " + VERSION + " is missing");
        }
        if (!version.equals(NO_VERSION)) {
            throw new UnsupportedFeatureException(what + " needs a version of it, which local wrapping does not have");
        }
        return AesKeyWrap.unwrap(wrapped, known(masterKeyId), masterKeyId.getBytes(UTF_8), what);
    }

    private byte[] known(String masterKeyId) {
        return masterKeys.computeIfAbsent(masterKeyId, asked -> {
            byte[] key = masterKey(asked);
            if (!AesKeyWrap.isKeyLength(key.length)) {
                throw new InvalidDataException(
                        "the master key " + asked + " has " + key.length + " bytes; AES keys have 16, 24 or 32");
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
