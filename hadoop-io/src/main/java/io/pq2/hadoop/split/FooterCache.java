package io.pq2.hadoop.split;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.options.EncryptionSettingNames;
import io.pq2.hadoop.internal.options.EncryptionSettings;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * A cache of serialized footers, bounded by their bytes, that evicts the least recently used footer.
 *
 * <p>Two files are the same if their path, length, modification time and ETag are equal; files without modification
 * time are not cached. Entries belong to one user, so that no user sees a footer that another user read. Encrypted
 * footers are cached encrypted and decrypted with the keys of each reader. Thread-safe.
 */
public final class FooterCache {

    private static final FooterCache SHARED = new FooterCache(0);

    /** How S3A detects that a file was replaced while it is read. */
    private static final String CHANGE_DETECTION = "fs.s3a.change.detection.mode";

    /** The default: the server compares the ETags. The mode "client" may detect a change too late. */
    private static final String FAILING_DETECTION = "server";

    /** The estimated memory of an entry in addition to its footer: mostly the path, and the key and the map node. */
    private static final int ENTRY_BYTES = 512;

    /** The footers, the least recently used first. */
    private final LinkedHashMap<Key, Footer> footers = new LinkedHashMap<>(16, 0.75f, true);

    private long maxBytes;
    private long bytes;

    private record Key(
            String user,
            Path path,
            long length,
            long modified,
            @Nullable String etag) {}

    /**
     * Creates an empty cache.
     *
     * @param maxBytes the maximum size in bytes
     */
    public FooterCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the cache that this JVM shares.
     *
     * @param maxBytes the maximum size in bytes from now on; 0 empties the cache
     */
    public static FooterCache shared(long maxBytes) {
        SHARED.limit(maxBytes);
        return SHARED;
    }

    /**
     * Returns a source that opens files with their cached footer, or reads and caches the footer.
     *
     * @param configuration the settings of the file systems and of decryption
     * @param options the options of opened files
     * @throws io.pq2.exception.InvalidDataException if the name of an encryption setting is unknown
     */
    public FooterSource source(Configuration configuration, ReadOptions options) {
        EncryptionSettingNames.check(configuration);
        return file -> open(file, configuration, options);
    }

    /**
     * Opens a file to read its data. If it is on S3A and its status has an ETag, the footer comes from the cache that
     * this JVM shares: S3A fails if the file was replaced since. Otherwise, the footer is read. A cached one could be
     * used for the data of another file.
     *
     * @param file the status from a listing
     * @param configuration the settings of the file system and of the cache
     * @param options the options of the opened file
     * @param keys the decryption keys; null if there are none
     */
    public static ParquetFile open(
            FileStatus file, Configuration configuration, ReadOptions options, @Nullable FileDecryptionProperties keys)
            throws IOException {
        if (!hasEtag(file) || !refusesReplacedFiles(file.getPath().getFileSystem(configuration))) {
            return ParquetFile.open(HadoopInputFile.of(file, configuration), options, keys);
        }
        long maxBytes = HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO)
                .cacheBytes();
        return shared(maxBytes).cached(file, configuration, options, keys);
    }

    /**
     * Opens a file to read its schema. Like {@link #open}, but a footer that is read stays in the cache that this JVM
     * shares, for planning and estimates.
     */
    public static ParquetFile openForSchema(
            FileStatus file, Configuration configuration, @Nullable FileDecryptionProperties keys) throws IOException {
        ParquetFile opened = open(file, configuration, HadoopReadOptions.from(configuration), keys);
        long maxBytes = HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO)
                .cacheBytes();
        if (file.getModificationTime() > 0) {
            shared(maxBytes).put(key(file), opened.footer());
        }
        return opened;
    }

    /** Whether the listing that returned a status also gave the file's ETag, which changes with the file's content. */
    public static boolean hasEtag(FileStatus file) {
        return etag(file) != null;
    }

    /** Whether a file system fails to read a file whose ETag is not that of the status it is opened with. */
    private static boolean refusesReplacedFiles(FileSystem fileSystem) {
        String mode = fileSystem.getConf().getTrimmed(CHANGE_DETECTION, FAILING_DETECTION);
        return "s3a".equals(fileSystem.getUri().getScheme()) && mode.equalsIgnoreCase(FAILING_DETECTION);
    }

    private static @Nullable String etag(FileStatus file) {
        return file instanceof EtagSource source ? source.getEtag() : null;
    }

    private ParquetFile open(FileStatus file, Configuration configuration, ReadOptions options) throws IOException {
        return cached(file, configuration, options, EncryptionSettings.decryption(configuration, file.getPath()));
    }

    private ParquetFile cached(
            FileStatus file, Configuration configuration, ReadOptions options, @Nullable FileDecryptionProperties keys)
            throws IOException {
        HadoopInputFile input = HadoopInputFile.of(file, configuration);
        if (file.getModificationTime() <= 0) {
            return ParquetFile.open(input, options, keys);
        }
        Key key = key(file);
        Footer cached = get(key);
        if (cached != null) {
            return ParquetFile.open(input, cached, options, keys);
        }
        ParquetFile opened = ParquetFile.open(input, options, keys);
        put(key, opened.footer());
        return opened;
    }

    private static Key key(FileStatus file) throws IOException {
        String user = UserGroupInformation.getCurrentUser().getUserName();
        return new Key(user, file.getPath(), file.getLen(), file.getModificationTime(), etag(file));
    }

    /**
     * Whether the footer of a file is in the cache.
     *
     * @throws IOException if the user is unknown
     */
    public boolean contains(FileStatus file) throws IOException {
        return get(key(file)) != null;
    }

    /** Returns the size of the cache in bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Returns the number of cached footers. */
    public synchronized int size() {
        return footers.size();
    }

    private synchronized @Nullable Footer get(Key key) {
        return footers.get(key);
    }

    private synchronized void put(Key key, Footer footer) {
        if (cost(footer) > maxBytes) {
            return;
        }
        Footer replaced = footers.put(key, footer);
        bytes += cost(footer) - (replaced == null ? 0 : cost(replaced));
        evict();
    }

    private synchronized void limit(long newMaxBytes) {
        maxBytes = newMaxBytes;
        evict();
    }

    private void evict() {
        Iterator<Map.Entry<Key, Footer>> oldest = footers.entrySet().iterator();
        while (bytes > maxBytes && oldest.hasNext()) {
            bytes -= cost(oldest.next().getValue());
            oldest.remove();
        }
    }

    private static long cost(Footer footer) {
        return (long) ENTRY_BYTES + footer.size();
    }
}
