package io.pq2.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A KMS in this JVM, for tests. It counts calls, has versions of master keys, and denies access or fails on request.
 * The instance identifier of a connection selects the server.
 *
 * <p>A wrapped key is {@code version:base64(nonce(12) ciphertext tag(16))}, AES-GCM with the master key's name as AAD.
 */
public final class CountingKms implements KmsClient {

    private static final Map<String, Server> SERVERS = new ConcurrentHashMap<>();
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private KmsConnection connection;
    private Server server;

    /** Returns the server of an instance identifier. The first call creates it. */
    public static Server server(String instanceId) {
        return SERVERS.computeIfAbsent(instanceId, Server::new);
    }

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public void initialize(KmsConnection to) {
        connection = to;
        server = server(to.instanceId());
        server.count(Call.INITIALIZE);
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        return server.wrap(connection.accessToken().get(), key, masterKeyId);
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        return server.unwrap(connection.accessToken().get(), wrappedKey, masterKeyId);
    }

    @Override
    public String keyVersion(String wrappedKey) {
        int colon = wrappedKey.indexOf(':');
        return colon < 0 ? null : wrappedKey.substring(0, colon);
    }

    @Override
    public void close() {
        server.count(Call.CLOSE);
    }

    /** The counted calls. */
    public enum Call {
        INITIALIZE,
        WRAP,
        UNWRAP,
        CLOSE
    }

    /** A server with master keys and configurable failures. */
    public static final class Server {

        private final String name;
        private final Map<String, List<byte[]>> masterKeys = new HashMap<>();
        private final Set<String> disabled = new HashSet<>();
        private final Set<String> denied = new HashSet<>();
        private final Map<Call, Integer> calls = new HashMap<>();
        private final SecureRandom random = new SecureRandom();
        private boolean down;

        private Server(String name) {
            this.name = name;
        }

        /** Creates random master keys of 128 bits. Existing keys stay. */
        public synchronized Server create(String... masterKeyIds) {
            for (String id : masterKeyIds) {
                masterKeys.computeIfAbsent(id, newId -> new ArrayList<>(List.of(randomKey())));
            }
            return this;
        }

        /** Creates a master key with the given bytes as its first version. */
        public synchronized Server create(String masterKeyId, byte[] key) {
            masterKeys.put(masterKeyId, new ArrayList<>(List.of(key.clone())));
            return this;
        }

        /** Adds a version to a master key. Keys are wrapped with the newest version. */
        public synchronized Server rotate(String masterKeyId) {
            masterKeys.get(masterKeyId).add(randomKey());
            return this;
        }

        /** Disables unwrapping with a version of a master key. Versions count from 1. */
        public synchronized Server disable(String masterKeyId, int version) {
            disabled.add(masterKeyId + ':' + version);
            return this;
        }

        /** Denies the holders of a token the use of a master key. */
        public synchronized Server deny(String accessToken, String masterKeyId) {
            denied.add(accessToken + ':' + masterKeyId);
            return this;
        }

        /** Revokes all denials. */
        public synchronized Server denyNothing() {
            denied.clear();
            return this;
        }

        /** Sets whether the server is unavailable. */
        public synchronized Server down(boolean value) {
            down = value;
            return this;
        }

        /** Returns how often a call was made, including failed calls. */
        public synchronized int count(Call call, boolean thenReset) {
            int count = calls.getOrDefault(call, 0);
            if (thenReset) {
                calls.remove(call);
            }
            return count;
        }

        /** Returns the number of calls to wrap a key. */
        public int wraps() {
            return count(Call.WRAP, false);
        }

        /** Returns the number of calls to unwrap a key. */
        public int unwraps() {
            return count(Call.UNWRAP, false);
        }

        /** Resets the counts to 0. */
        public synchronized Server forgetCalls() {
            calls.clear();
            return this;
        }

        synchronized void count(Call call) {
            calls.merge(call, 1, Integer::sum);
        }

        /** Wraps a key with the newest version of a master key. */
        public synchronized String wrap(String accessToken, byte[] key, String masterKeyId) {
            count(Call.WRAP);
            List<byte[]> versions = versions(accessToken, masterKeyId);
            byte[] nonce = new byte[NONCE];
            random.nextBytes(nonce);
            byte[] wrapped = Arrays.copyOf(nonce, NONCE + key.length + TAG_BITS / Byte.SIZE);
            try {
                Cipher cipher = cipher(Cipher.ENCRYPT_MODE, versions.get(versions.size() - 1), nonce, masterKeyId);
                cipher.doFinal(key, 0, key.length, wrapped, NONCE);
            } catch (GeneralSecurityException e) {
                throw new AssertionError(e);
            }
            return versions.size() + ":" + Base64.getEncoder().encodeToString(wrapped);
        }

        /** Unwraps a key. */
        public synchronized byte[] unwrap(String accessToken, String wrappedKey, String masterKeyId) {
            count(Call.UNWRAP);
            List<byte[]> versions = versions(accessToken, masterKeyId);
            int version;
            byte[] bytes;
            try {
                int colon = wrappedKey.indexOf(':');
                version = Integer.parseInt(wrappedKey.substring(0, Math.max(0, colon)));
                bytes = Base64.getDecoder().decode(wrappedKey.substring(colon + 1));
            } catch (IllegalArgumentException e) {
                throw new CorruptFileException("a wrapped key does not have the form of the counting KMS", e);
            }
            if (version < 1 || version > versions.size() || disabled.contains(masterKeyId + ':' + version)) {
                throw new UnknownMasterKeyException(
                        name, masterKeyId, "version " + version + " is disabled or does not exist", null);
            }
            try {
                byte[] nonce = Arrays.copyOf(bytes, NONCE);
                return cipher(Cipher.DECRYPT_MODE, versions.get(version - 1), nonce, masterKeyId)
                        .doFinal(bytes, NONCE, Math.max(0, bytes.length - NONCE));
            } catch (GeneralSecurityException e) {
                throw new TamperedFileException(
                        FileLocation.UNKNOWN, "a key was not wrapped with the master key " + masterKeyId);
            }
        }

        private List<byte[]> versions(String accessToken, String masterKeyId) {
            if (down) {
                throw new KmsUnavailableException(name, masterKeyId, "the test made it unavailable", null);
            }
            if (denied.contains(accessToken + ':' + masterKeyId)) {
                throw new KmsDeniedException(name, masterKeyId, "the test denied it", null);
            }
            List<byte[]> versions = masterKeys.get(masterKeyId);
            if (versions == null) {
                throw new UnknownMasterKeyException(name, masterKeyId, "create it, or correct its name", null);
            }
            return versions;
        }

        private byte[] randomKey() {
            byte[] key = new byte[16];
            random.nextBytes(key);
            return key;
        }

        private static Cipher cipher(int mode, byte[] key, byte[] nonce, String masterKeyId)
                throws GeneralSecurityException {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(masterKeyId.getBytes(UTF_8));
            return cipher;
        }
    }
}
