package io.pq2.hadoop.keys;

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
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
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
import org.jspecify.annotations.Nullable;

/**
 * Lists the encryption of files and their columns, with the master keys. Reads only footers and key material.
 *
 * <p>The columns of a file with a signed footer are visible to every user. The columns of a file with an encrypted
 * footer are visible only to users who may use its master key through the configured KMS; for other users, the result
 * for that file says so. Signatures are not verified.
 */
public final class EncryptionAudit {

    private static final int THREADS = 16;
    /** The number of files that are read before their results are passed on. */
    private static final int BATCH = 256;

    private final Configuration configuration;
    private final KeyAccess keys;
    /**
     * The failure of the KMS to answer after all retries; later files fail with it at once instead of waiting again.
     */
    private volatile @Nullable KmsUnavailableException unavailable;

    /**
     * Creates an audit.
     *
     * @param configuration the settings of the file systems and of the KMS client, as for reading; the KMS client is
     *     optional
     */
    public EncryptionAudit(Configuration configuration) {
        this.configuration = configuration;
        this.keys = new KeyAccess(configuration);
    }

    /**
     * Returns the results of {@link #run} as a list.
     *
     * @throws java.io.FileNotFoundException if a path matches nothing
     * @throws IOException if a directory cannot be listed
     */
    public List<AuditedFile> files(Path... paths) throws IOException {
        List<AuditedFile> files = new ArrayList<>();
        run(List.of(paths), files::add);
        return files;
    }

    /**
     * Audits all files of tables. A file that cannot be read is a result with the reason.
     *
     * @param paths files, directories with all files below them, or Hadoop glob patterns; hidden files are skipped
     *     unless named
     * @param each receives the result of each file, in the order of the paths and of file names, in the calling thread
     * @throws java.io.FileNotFoundException if a path matches nothing
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
            Footer footer = Footer.read(input, HadoopReadOptions.from(configuration));
            FileCryptoMetaData crypto = footer.crypto(input.location());
            return crypto == null ? notEncrypted(input, footer) : encrypted(input, footer, crypto);
        } catch (ParquetException | IOException e) {
            return AuditedFile.unreadable(status.getPath(), e);
        }
    }

    private AuditedFile notEncrypted(HadoopInputFile input, Footer footer) throws IOException {
        try (ParquetFile file = ParquetFile.open(input, footer, HadoopReadOptions.from(configuration))) {
            List<AuditedColumn> columns = file.schema().columns().stream()
                    .map(column -> new AuditedColumn(column.dottedPath(), Protection.NONE, null))
                    .toList();
            return new AuditedFile(input.path(), AuditedFile.Footer.NOT_ENCRYPTED, null, false, null, columns, null);
        }
    }

    private AuditedFile encrypted(HadoopInputFile input, Footer footer, FileCryptoMetaData crypto) throws IOException {
        AuditedKeys auditedKeys = new AuditedKeys(keys.materials(input.path()), keys::version);
        AuditedKey footerKey = auditedKeys.footer(crypto.keyMetadata());
        @Nullable List<AuditedColumn> columns = null;
        @Nullable String problem = null;
        try {
            columns = columns(input, footer, crypto, footerKey, auditedKeys);
        } catch (EncryptionException e) {
            if (e instanceof KmsUnavailableException noAnswer) {
                unavailable = noAnswer;
            }
            problem = "the columns are unknown: " + e.getMessage();
        }
        return new AuditedFile(
                input.path(),
                footer.isEncrypted() ? AuditedFile.Footer.ENCRYPTED : AuditedFile.Footer.SIGNED,
                scheme(crypto.encryptionAlgorithm()),
                hasPrefix(crypto.encryptionAlgorithm()),
                footerKey,
                columns,
                problem == null ? auditedKeys.problem() : problem);
    }

    private List<AuditedColumn> columns(
            HadoopInputFile input,
            Footer footer,
            FileCryptoMetaData crypto,
            AuditedKey footerKey,
            AuditedKeys auditedKeys)
            throws IOException {
        FileDecryptionProperties decryption = footer.isEncrypted() ? footerKeyOnly(input, crypto.keyMetadata()) : null;
        try (ParquetFile file = ParquetFile.open(input, footer, HadoopReadOptions.from(configuration), decryption)) {
            List<AuditedColumn> columns = new ArrayList<>();
            for (Column column : file.schema().columns()) {
                columns.addAll(audited(file, column, footerKey, auditedKeys));
            }
            return columns;
        }
    }

    private static Set<AuditedColumn> audited(
            ParquetFile file, Column column, AuditedKey footerKey, AuditedKeys auditedKeys) {
        Set<AuditedColumn> results = new LinkedHashSet<>();
        byte @Nullable [] lastMetadata = null;
        for (RowGroup rowGroup : file.metadata().rowGroups()) {
            ColumnCryptoMetaData crypto = rowGroup.columns().get(column.index()).cryptoMetadata();
            if (crypto == null) {
                results.add(new AuditedColumn(column.dottedPath(), Protection.NONE, null));
            } else if (crypto instanceof EncryptionWithColumnKey own) {
                if (lastMetadata == null || !Arrays.equals(lastMetadata, own.keyMetadata())) {
                    AuditedKey key = auditedKeys.column(own.keyMetadata());
                    results.add(new AuditedColumn(column.dottedPath(), Protection.COLUMN_KEY, key));
                    lastMetadata = own.keyMetadata();
                }
            } else {
                results.add(new AuditedColumn(column.dottedPath(), Protection.FOOTER_KEY, footerKey));
            }
        }
        return results.isEmpty() ? Set.of(new AuditedColumn(column.dottedPath(), Protection.NONE, null)) : results;
    }

    /** Returns properties that provide only the footer's key. The keys of columns are not needed: no column is read. */
    private @Nullable FileDecryptionProperties footerKeyOnly(HadoopInputFile input, byte @Nullable [] keyMetadata) {
        KmsUnavailableException earlier = unavailable;
        if (earlier != null) {
            throw earlier;
        }
        FileDecryptionProperties all = HadoopEncryption.forReading(configuration, input.path());
        if (all == null) {
            return null;
        }
        return keys.materials(input.path())
                .decryptionWithKey(keyMetadata)
                .aadPrefix(all.aadPrefix())
                .aadPrefixVerifier(all.aadPrefixVerifier())
                .unverifiedAadPrefixAllowed(all.unverifiedAadPrefixAllowed())
                .provider(all.provider())
                .build();
    }

    private static @Nullable EncryptionScheme scheme(EncryptionAlgorithm algorithm) {
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
