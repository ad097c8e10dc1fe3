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
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsClient;
import io.pq2.keys.KmsConnection;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Master keys out of a local file ({@link KeyFile}), for tests and for the files of one person: <b>who can read the file has all keys</b>,
 * nobody can be denied one, and nothing is recorded. A warning in the log says so once for each file.
 *
 * <p>The file is {@code parquet.encryption.kms.instance.url}, a path or a {@code file:} URL, on each machine that reads or writes. It is read
 * for each call, so that versions may be added at any time. What is stored:
 *
 * <pre>
 * text    := "key-file.1:v" version ":" wrapped
 * wrapped := base64 of nonce(12) ciphertext tag(16), AES-GCM as parquet-java wraps locally; its AAD is the text before, a line feed, and the
 *            name of the master key, in UTF-8
 * </pre>
 */
public final class KeyFileKmsClient implements KmsClient {

    private static final Logger LOG = LoggerFactory.getLogger(KeyFileKmsClient.class);

    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private static final String FORM = "key-file.1:v";
    private static final Pattern WRAPPED = Pattern.compile(FORM + "([1-9][0-9]{0,8}):([A-Za-z0-9+/]{1,80}={0,2})");

    private String kms;
    private Path path;

    @Override
    public String name() {
        return "key-file";
    }

    @Override
    public void initialize(KmsConnection connection) {
        kms = connection.displayName();
        path = path(connection.instanceUrl());
        if (WARNED.add(path)) {
            LOG.warn(
                    "Master keys are taken from the file {}. This is for tests and for a single user: who can read that file"
                            + " can read all that is encrypted, and nobody can be denied a key. Use a KMS for anything else.",
                    path);
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
        if (!matcher.matches()) {
            throw new CorruptFileException("a wrapped key is not what the client of a key file makes (" + FORM
                    + "...): it is of another KMS, or damaged");
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
                        "version " + version + " is not in the key file, only " + versions.keySet(),
                        null);
            }
            return unwrap(masterKey, wrapped, aad(FORM + version + ":", masterKeyId), masterKeyId);
        });
    }

    @Override
    public String keyVersion(String wrappedKey) {
        Matcher matcher = WRAPPED.matcher(wrappedKey);
        return matcher.matches() ? matcher.group(1) : null;
    }

    private static byte[] unwrap(byte[] masterKey, byte[] wrapped, byte[] aad, String masterKeyId) {
        try {
            return AesGcmWrap.unwrap(masterKey, wrapped, aad);
        } catch (AEADBadTagException e) {
            throw new TamperedFileException(
                    FileLocation.UNKNOWN,
                    "a wrapped key was changed, or is not one of the master key " + masterKeyId
                            + ", or the key file has another key of that name and version");
        }
    }

    private static byte[] aad(String before, String masterKeyId) {
        return (before + "\n" + masterKeyId).getBytes(UTF_8);
    }

    private <T> T withVersions(String masterKeyId, Function<NavigableMap<Integer, byte[]>, T> work) {
        KeyFile file = KeyFile.read(path);
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
            throw new InvalidDataException(HadoopEncryption.KMS_INSTANCE_URL + " is not set: the path of the key file");
        }
        try {
            Path path = url.startsWith("file:") ? Path.of(URI.create(url)) : Path.of(url);
            return path.toAbsolutePath();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new InvalidDataException(
                    HadoopEncryption.KMS_INSTANCE_URL + " is \"" + url + "\", which is no path of a local file", e);
        }
    }
}
