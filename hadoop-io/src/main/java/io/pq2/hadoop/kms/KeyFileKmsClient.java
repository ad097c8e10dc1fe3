package io.pq2.hadoop.kms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.internal.kms.AesGcmWrap;
import io.pq2.hadoop.internal.kms.KeyBytes;
import io.pq2.hadoop.internal.kms.KeyFile;
import io.pq2.hadoop.internal.kms.KmsSettings;
import io.pq2.hadoop.internal.options.KmsKeys;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A KMS client that reads master keys from a local file, for tests and for the files of a single user. <b>Every user
 * who can read the file has all keys</b>: there is no access control and no audit. The client logs a warning once for
 * each file.
 *
 * <p>Each line of the file is empty, a comment that starts with {@code #}, or {@code name.version=key}, where the key
 * is base64 of 16, 24 or 32 bytes. The path or {@code file:} URL of the file is
 * {@code parquet.encryption.kms.instance.url}; the file must exist on each machine that reads or writes. It is read for
 * each call, so versions may be added at any time.
 *
 * <p>The text form of a wrapped key is:
 *
 * <pre>
 * text    := "key-file.1:v" version ":" wrapped
 * wrapped := base64 of nonce(12) ciphertext tag(16), by AES-GCM as in parquet-java's local wrapping. The AAD is the
 *            text up to "wrapped", a line feed, and the name of the master key, in UTF-8
 * </pre>
 */
public final class KeyFileKmsClient implements KmsClient {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFileKmsClient.class);

    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private static final String FORM = "key-file.1:v";
    private static final Pattern WRAPPED = Pattern.compile(FORM + "([1-9][0-9]{0,8}):([A-Za-z0-9+/]{1,80}={0,2})");

    /** The name of the KMS in messages. */
    private String kms = "";

    private @Nullable Path path;
    private boolean readableByOthers;

    @Override
    public String name() {
        return "key-file";
    }

    @Override
    public void initialize(KmsConnection connection) {
        kms = connection.displayName();
        Path file = path(connection.instanceUrl());
        path = file;
        readableByOthers = new KmsSettings(connection.settings()::apply).get(KmsKeys.KEY_FILE_ALLOW_READABLE, false);
        if (WARNED.add(file)) {
            LOG.warn(
                    "Master keys are read from the file {}. This is for tests and for a single user: every user who can"
                            + " read the file can decrypt everything, without access control."
                            + " Use a KMS for anything else.",
                    file);
        }
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        KeyBytes.checkKey(key);
        return withVersions(masterKeyId, versions -> {
            Map.Entry<Integer, byte[]> newest = versions.lastEntry();
            String before = FORM + newest.getKey() + ":";
            return before + KeyBytes.encode(AesGcmWrap.wrap(newest.getValue(), key, aad(before, masterKeyId)));
        });
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        Matcher matcher = WRAPPED.matcher(wrappedKey);
        if (!wrappedKey.startsWith(FORM)) {
            throw new UnknownMasterKeyException(
                    kms,
                    masterKeyId,
                    "the wrapped key is not from a key file (" + FORM + "...); use the KMS that wrapped it",
                    null);
        }
        if (!matcher.matches()) {
            throw new CorruptFileException("a wrapped key of a key file (" + FORM + "...) is malformed");
        }
        int version = Integer.parseInt(matcher.group(1));
        byte[] wrapped = KeyBytes.decode(matcher.group(2), "a ciphertext");
        if (!KeyBytes.isAesLength(wrapped.length - AesGcmWrap.OVERHEAD)) {
            throw new CorruptFileException(
                    "a wrapped key of a key file has a ciphertext of " + wrapped.length + " bytes");
        }
        return withVersions(masterKeyId, versions -> {
            byte[] masterKey = versions.get(version);
            if (masterKey == null) {
                throw new UnknownMasterKeyException(
                        kms,
                        masterKeyId,
                        "version " + version + " is not in the key file, which has the versions " + versions.keySet(),
                        null);
            }
            return unwrap(masterKey, wrapped, aad(FORM + version + ":", masterKeyId), masterKeyId);
        });
    }

    @Override
    public @Nullable String keyVersion(String wrappedKey) {
        Matcher matcher = WRAPPED.matcher(wrappedKey);
        return matcher.matches() ? matcher.group(1) : null;
    }

    private static byte[] unwrap(byte[] masterKey, byte[] wrapped, byte[] aad, String masterKeyId) {
        try {
            return AesGcmWrap.unwrap(masterKey, wrapped, aad);
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "a wrapped key was changed, or does not belong to the master key " + masterKeyId
                            + ", or the key file has another key with that name and version");
        }
    }

    private static byte[] aad(String before, String masterKeyId) {
        return (before + "\n" + masterKeyId).getBytes(UTF_8);
    }

    private <T> T withVersions(String masterKeyId, Function<NavigableMap<Integer, byte[]>, T> work) {
        KeyFile file = KeyFile.read(Objects.requireNonNull(path, "initialize() was not called"), readableByOthers);
        try {
            NavigableMap<Integer, byte[]> versions = file.versions(masterKeyId);
            if (versions == null) {
                throw new UnknownMasterKeyException(
                        kms, masterKeyId, "the key file " + path + " has no line " + masterKeyId + ".1=...", null);
            }
            return work.apply(versions);
        } finally {
            file.wipe();
        }
    }

    private static Path path(String url) {
        if (url.equals(KmsConnection.DEFAULT)) {
            throw new InvalidDataException(
                    HadoopEncryption.KMS_INSTANCE_URL + " is not set: it must be the path of the key file");
        }
        try {
            Path path = url.startsWith("file:") ? Path.of(URI.create(url)) : Path.of(url);
            return path.toAbsolutePath();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new InvalidDataException(
                    HadoopEncryption.KMS_INSTANCE_URL + " is \"" + url + "\", which is not the path of a local file",
                    e);
        }
    }
}
