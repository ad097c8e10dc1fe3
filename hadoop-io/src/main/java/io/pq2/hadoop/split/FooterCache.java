package io.pq2.hadoop.split;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The footers of files that were opened lately, as bytes, so that what they take is what they count for. A file is the same if
 * its path, its length and its time of modification are; files without such a time are not kept. What one user may read is not
 * shown to another; encrypted footers are kept as they are in the file, and decrypted with the keys of who opens it. Safe for use by several threads.
 */
public final class FooterCache {

    private static final FooterCache SHARED = new FooterCache(0);

    /** What an entry takes beside the footer: the path, which is most of it, the key, the node of the map. */
    private static final int ENTRY_BYTES = 512;

    /** From the one that was not used for longest on. */
    private final LinkedHashMap<Key, Footer> footers = new LinkedHashMap<>(16, 0.75f, true);

    private long maxBytes;
    private long bytes;

    private record Key(String user, Path path, long length, long modified) {}

    /** A cache that holds no more than so many bytes. */
    public FooterCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * The cache of this virtual machine.
     *
     * @param maxBytes how many bytes it may hold from now on; 0 empties it
     */
    public static FooterCache shared(long maxBytes) {
        SHARED.limit(maxBytes);
        return SHARED;
    }

    /** Opens files by their footers in the cache, and others by their own, which are kept. */
    public FooterSource source(Configuration configuration, ReadOptions options) {
        return file -> open(file, configuration, options);
    }

    private ParquetFile open(FileStatus file, Configuration configuration, ReadOptions options) throws IOException {
        HadoopInputFile input = HadoopInputFile.of(file, configuration);
        FileDecryptionProperties keys = HadoopEncryption.forReading(configuration, file.getPath());
        if (file.getModificationTime() <= 0) {
            return ParquetFile.open(input, options, keys);
        }
        String user = UserGroupInformation.getCurrentUser().getUserName();
        Key key = new Key(user, file.getPath(), file.getLen(), file.getModificationTime());
        Footer known = get(key);
        if (known != null) {
            return ParquetFile.open(input, known, options, keys);
        }
        ParquetFile opened = ParquetFile.open(input, options, keys);
        put(key, opened.footer());
        return opened;
    }

    /** How many bytes it holds. */
    public synchronized long bytes() {
        return bytes;
    }

    /** How many footers it holds. */
    public synchronized int size() {
        return footers.size();
    }

    private synchronized Footer get(Key key) {
        return footers.get(key);
    }

    private synchronized void put(Key key, Footer footer) {
        if (cost(footer) > maxBytes) {
            return;
        }
        Footer before = footers.put(key, footer);
        bytes += cost(footer) - (before == null ? 0 : cost(before));
        evict();
    }

    private synchronized void limit(long most) {
        maxBytes = most;
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
