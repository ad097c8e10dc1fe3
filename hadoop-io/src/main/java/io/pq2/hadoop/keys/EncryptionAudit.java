package io.pq2.hadoop.keys;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.internal.keys.AuditedKeys;
import io.pq2.hadoop.internal.keys.KeyAccess;
import io.pq2.hadoop.internal.keys.TableFiles;
import io.pq2.hadoop.keys.AuditedColumn.Protection;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KeyMaterial;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds out which columns of which files are encrypted under which master keys. Only footers and key material are read.
 *
 * <p>Of files whose footer is signed, anybody learns it. What an encrypted footer says about columns only somebody learns who may use its master key,
 * through the KMS that the configuration names; to others, the result says so for that file. Signatures are not verified.
 */
public final class EncryptionAudit {

    private static final int THREADS = 16;
    /** How many files are looked at before results are handed on. */
    private static final int BATCH = 256;

    private final Configuration configuration;
    private final KeyAccess keys;
    /** Once the KMS gave no answer, after all its retries, nobody waits for it again. */
    private volatile KmsUnavailableException unavailable;

    /** @param configuration has the file systems and, if there is one, the KMS client, as for reading */
    public EncryptionAudit(Configuration configuration) {
        this.configuration = configuration;
        this.keys = new KeyAccess(configuration);
    }

    /** What {@link #run} finds out. */
    public List<AuditedFile> files(Path... paths) throws IOException {
        List<AuditedFile> files = new ArrayList<>();
        run(List.of(paths), files::add);
        return files;
    }

    /**
     * Looks at all files of tables. What cannot be read is in the result with its reason.
     *
     * @param paths files, directories with all that is below them, or patterns of Hadoop's; hidden files are left out unless named
     * @param each gets one file after another, in the order of the paths and of names, in the calling thread
     * @throws java.io.FileNotFoundException if there is nothing that a path names
     * @throws IOException if a directory cannot be listed
     */
    public void run(List<Path> paths, Consumer<AuditedFile> each) throws IOException {
        List<FileStatus> files = TableFiles.of(paths, configuration);
        for (int i = 0; i < files.size(); i += BATCH) {
            List<FileStatus> batch = files.subList(i, Math.min(files.size(), i + BATCH));
            ParallelFileTasks.map(batch, THREADS, (index, file) -> audited(file))
                    .forEach(each);
        }
    }

    private AuditedFile audited(FileStatus status) {
        HadoopInputFile input = HadoopInputFile.of(status, configuration);
        try {
            Footer footer = Footer.read(input, ReadOptions.DEFAULT);
            FileCryptoMetaData crypto = footer.crypto(input.location());
            return crypto == null ? notEncrypted(input, footer) : encrypted(input, footer, crypto);
        } catch (ParquetException | IOException e) {
            return AuditedFile.unreadable(status.getPath(), e);
        }
    }

    private static AuditedFile notEncrypted(HadoopInputFile input, Footer footer) throws IOException {
        try (ParquetFile file = ParquetFile.open(input, footer, ReadOptions.DEFAULT)) {
            List<AuditedColumn> columns = file.schema().columns().stream()
                    .map(column -> new AuditedColumn(column.dottedPath(), Protection.NONE, null))
                    .toList();
            return new AuditedFile(input.path(), AuditedFile.Footer.NOT_ENCRYPTED, null, false, null, columns, null);
        }
    }

    private AuditedFile encrypted(HadoopInputFile input, Footer footer, FileCryptoMetaData crypto) throws IOException {
        AuditedKeys found = new AuditedKeys(keys.materials(input.path()), this::version);
        AuditedKey footerKey = found.footer(crypto.keyMetadata());
        List<AuditedColumn> columns = null;
        String problem = null;
        try {
            columns = columns(input, footer, crypto, footerKey, found);
        } catch (EncryptionException e) {
            if (e instanceof KmsUnavailableException noAnswer) {
                unavailable = noAnswer;
            }
            problem = "the columns are not known: " + e.getMessage();
        }
        return new AuditedFile(
                input.path(),
                footer.isEncrypted() ? AuditedFile.Footer.ENCRYPTED : AuditedFile.Footer.SIGNED,
                scheme(crypto.encryptionAlgorithm()),
                hasPrefix(crypto.encryptionAlgorithm()),
                footerKey,
                columns,
                problem == null ? found.problem() : problem);
    }

    private String version(KeyMaterial material, KeyMaterial footer) {
        return keys.version(material, footer);
    }

    private List<AuditedColumn> columns(
            HadoopInputFile input, Footer footer, FileCryptoMetaData crypto, AuditedKey footerKey, AuditedKeys found)
            throws IOException {
        FileDecryptionProperties own = footer.isEncrypted() ? footerKeyOnly(input, crypto.keyMetadata()) : null;
        try (ParquetFile file = ParquetFile.open(input, footer, ReadOptions.DEFAULT, own)) {
            List<AuditedColumn> columns = new ArrayList<>();
            for (Column column : file.schema().columns()) {
                columns.addAll(audited(file, column, footerKey, found));
            }
            return columns;
        }
    }

    private static Set<AuditedColumn> audited(
            ParquetFile file, Column column, AuditedKey footerKey, AuditedKeys found) {
        Set<AuditedColumn> ways = new LinkedHashSet<>();
        byte[] lastMetadata = null;
        for (RowGroup rowGroup : file.metadata().rowGroups()) {
            ColumnCryptoMetaData crypto = rowGroup.columns().get(column.index()).cryptoMetadata();
            if (crypto == null) {
                ways.add(new AuditedColumn(column.dottedPath(), Protection.NONE, null));
            } else if (crypto instanceof EncryptionWithColumnKey own) {
                if (lastMetadata == null || !Arrays.equals(lastMetadata, own.keyMetadata())) {
                    AuditedKey key = found.column(own.keyMetadata());
                    ways.add(new AuditedColumn(column.dottedPath(), Protection.COLUMN_KEY, key));
                    lastMetadata = own.keyMetadata();
                }
            } else {
                ways.add(new AuditedColumn(column.dottedPath(), Protection.FOOTER_KEY, footerKey));
            }
        }
        return ways.isEmpty() ? Set.of(new AuditedColumn(column.dottedPath(), Protection.NONE, null)) : ways;
    }

    /** Keys of columns are not asked for: their metadata is in the footer, and nothing of the columns is read. */
    private FileDecryptionProperties footerKeyOnly(HadoopInputFile input, byte[] keyMetadata) {
        if (unavailable != null) {
            throw unavailable;
        }
        FileDecryptionProperties all = HadoopEncryption.forReading(configuration, input.path());
        if (all == null || all.keyRetriever() == null) {
            return null;
        }
        return FileDecryptionProperties.builder()
                .keyRetriever(new OneKey(all.keyRetriever(), keyMetadata))
                .aadPrefix(all.aadPrefix())
                .aadPrefixVerifier(all.aadPrefixVerifier())
                .provider(all.provider())
                .build();
    }

    private record OneKey(DecryptionKeyRetriever all, byte[] metadata) implements DecryptionKeyRetriever {

        @Override
        public byte[] key(byte[] keyMetadata) {
            return Arrays.equals(metadata, keyMetadata) ? all.key(keyMetadata) : null;
        }

        @Override
        public boolean callerOwnsKeys() {
            return all.callerOwnsKeys();
        }
    }

    private static EncryptionScheme scheme(EncryptionAlgorithm algorithm) {
        return algorithm instanceof AesGcmV1
                ? EncryptionScheme.AES_GCM_V1
                : algorithm instanceof AesGcmCtrV1 ? EncryptionScheme.AES_GCM_CTR_V1 : null;
    }

    private static boolean hasPrefix(EncryptionAlgorithm algorithm) {
        if (algorithm instanceof AesGcmV1 gcm) {
            return gcm.aadPrefix() != null || Boolean.TRUE.equals(gcm.supplyAadPrefix());
        }
        return algorithm instanceof AesGcmCtrV1 ctr
                && (ctr.aadPrefix() != null || Boolean.TRUE.equals(ctr.supplyAadPrefix()));
    }
}
