package io.pq2.hadoop.internal.kms;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.kms.KmsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Master keys in a local file, in lines of UTF-8:
 *
 * <pre>
 * line := name "." version "=" key | "#" comment | an empty line
 * </pre>
 *
 * A version is a positive number; a key is base64 of 16, 24 or 32 bytes. The highest version of a key wraps; older
 * versions only unwrap.
 */
public final class KeyFile {

    private static final long MAX_FILE_BYTES = 1 << 20;

    private static final Set<PosixFilePermission> FORBIDDEN =
            Set.of(PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private final Map<String, NavigableMap<Integer, byte[]>> keys = new HashMap<>();

    private KeyFile() {}

    /**
     * Reads a key file.
     *
     * @param readableByOthers whether other users than the owner and the group may have permission to read it
     * @throws InvalidDataException if the file does not exist, is accessible to other users, or is malformed
     */
    public static KeyFile read(Path path, boolean readableByOthers) {
        try {
            checkPermissions(path, readableByOthers);
            if (Files.size(path) > MAX_FILE_BYTES) {
                throw new InvalidDataException("the key file " + path + " is longer than " + MAX_FILE_BYTES + " bytes");
            }
            KeyFile file = new KeyFile();
            int number = 0;
            for (String line : Files.readAllLines(path, StandardCharsets.UTF_8)) {
                number++;
                String trimmed = line.trim();
                if (!trimmed.isEmpty() && !trimmed.startsWith("#")) {
                    file.add(trimmed, path, number);
                }
            }
            return file;
        } catch (NoSuchFileException e) {
            throw new InvalidDataException("the key file " + path + " does not exist", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the key file " + path + " cannot be read", e);
        }
    }

    /** Returns the versions of a master key; null if the file has no such key. */
    public @Nullable NavigableMap<Integer, byte[]> versions(String masterKeyId) {
        return keys.get(masterKeyId);
    }

    /** Overwrites all keys with zeros. */
    public void wipe() {
        keys.values().forEach(versions -> versions.values().forEach(KeyBytes::wipe));
    }

    private static void checkPermissions(Path path, boolean readableByOthers) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        for (PosixFilePermission permission : view.readAttributes().permissions()) {
            if (FORBIDDEN.contains(permission)) {
                throw new InvalidDataException("the key file " + path + " can be changed by other users (" + permission
                        + "): chmod 600 " + path);
            }
            if (permission == PosixFilePermission.OTHERS_READ && !readableByOthers) {
                throw new InvalidDataException("the key file " + path + " can be read by all users (" + permission
                        + "): chmod 600 " + path + ", or set " + KmsOptions.KEY_FILE_ALLOW_READABLE
                        + " = true if its keys are not secret");
            }
        }
    }

    private void add(String line, Path path, int number) {
        int equals = line.indexOf('=');
        int dot = line.lastIndexOf('.', Math.max(equals, 0));
        String version = dot < 0 ? "" : line.substring(dot + 1, equals).trim();
        if (dot < 1 || !version.matches("[1-9][0-9]{0,8}")) {
            throw wrong(path, number, "does not start with name.version=");
        }
        byte[] key = key(line.substring(equals + 1).trim(), path, number);
        Map<Integer, byte[]> versions = keys.computeIfAbsent(line.substring(0, dot), name -> new TreeMap<>());
        if (versions.put(Integer.valueOf(version), key) != null) {
            throw wrong(path, number, "repeats a version of a key");
        }
    }

    private static byte[] key(String base64, Path path, int number) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // The message of the cause would show a part of the key.
            throw wrong(path, number, "has a key that is not base64");
        }
        if (!KeyBytes.isAesLength(key.length)) {
            throw wrong(path, number, "has a key of " + key.length + " bytes, but AES keys have 16, 24 or 32");
        }
        return key;
    }

    private static InvalidDataException wrong(Path path, int number, String what) {
        return new InvalidDataException("line " + number + " of the key file " + path + " " + what);
    }
}
