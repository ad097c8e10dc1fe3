package io.pq2.hadoop.keys;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.internal.keys.FileReplacement;
import io.pq2.hadoop.internal.keys.KeyAccess;
import io.pq2.hadoop.internal.keys.TableFiles;
import io.pq2.hadoop.internal.options.HadoopKeyMaterialStore;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.io.ByteSink;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMaterialFile;
import io.pq2.keys.KeyMetadata;
import io.pq2.keys.KeyRewrapper;
import io.pq2.keys.KmsAccess;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.read.Footer;
import io.pq2.rewrite.KeyMetadataRewriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the keys of tables again, under the newest versions of their master keys or under other master keys, so that
 * old versions can be retired. No data is decrypted.
 *
 * <p>External key material is replaced by new key material. A file with internal key material is replaced by a new file
 * with the same data and a new footer. Every replacement is atomic: readers find the old or the new content and can
 * read the file with either, also after a failure in the middle. A repeated run skips files that are already rotated.
 *
 * <p>Readers that have the old file open continue to read it on file systems that allow this (the local file system and
 * HDFS). A reader that knows the length of the old file, such as a planned job, fails to open a new file of another
 * length. The length changes only with internal key material, and only if the wrapped keys change their length.
 */
public final class KeyRotation {

    private static final int THREADS = 8;
    /** The number of files that are rotated before their results are passed on. */
    private static final int BATCH = 64;

    private final Configuration configuration;
    private final KeyAccess keys;
    private final Map<String, String> newMasterKeys;
    private final boolean dryRun;
    /** The rewrappers by the identifier and the address of the KMS. */
    private final Map<List<String>, KeyRewrapper> rewrappers = new ConcurrentHashMap<>();

    private KeyRotation(Builder builder) {
        configuration = builder.configuration;
        newMasterKeys = Map.copyOf(builder.newMasterKeys);
        dryRun = builder.dryRun;
        keys = new KeyAccess(configuration);
    }

    /**
     * Returns a builder of a rotation to the newest versions of all master keys.
     *
     * @param configuration the settings of the file systems and of the KMS client, as for reading
     */
    public static Builder builder(Configuration configuration) {
        return new Builder(configuration);
    }

    /** Configures and runs a {@link KeyRotation}. */
    public static final class Builder {

        private final Configuration configuration;
        private final Map<String, String> newMasterKeys = new LinkedHashMap<>();
        private boolean dryRun;

        private Builder(Configuration configuration) {
            this.configuration = Objects.requireNonNull(configuration, "configuration");
        }

        /**
         * Replaces a master key by another.
         *
         * @param masterKeyId the master key that is replaced
         * @param newMasterKeyId the master key that wraps the keys from now on
         */
        public Builder otherMasterKey(String masterKeyId, String newMasterKeyId) {
            newMasterKeys.put(
                    Objects.requireNonNull(masterKeyId, "masterKeyId"),
                    Objects.requireNonNull(newMasterKeyId, "newMasterKeyId"));
            return this;
        }

        /**
         * Sets whether the rotation only reports which files it would change; the default is false. In a dry run, the
         * KMS wraps one discarded key with each master key, and unwraps the keys of encrypted footers.
         */
        public Builder dryRun(boolean value) {
            dryRun = value;
            return this;
        }

        /**
         * Rotates the keys of all files of tables. A file that fails is left unchanged and reported with the reason;
         * the rotation continues with the others.
         *
         * @param paths files, directories with all files below them, or Hadoop glob patterns; hidden files are skipped
         *     unless named
         * @param each receives the result of each file, in the order of the paths and of file names, in the calling
         *     thread
         * @return the totals
         * @throws io.pq2.exception.InvalidDataException if no KMS client is configured
         * @throws KmsUnavailableException if the KMS does not answer; files rotated before stay rotated
         * @throws java.io.FileNotFoundException if a path matches nothing
         * @throws IOException if a directory cannot be listed
         */
        public RotationSummary run(List<Path> paths, Consumer<RotatedFile> each) throws IOException {
            return new KeyRotation(this).run(paths, each);
        }
    }

    private RotationSummary run(List<Path> paths, Consumer<RotatedFile> each) throws IOException {
        keys.requireKms();
        List<FileStatus> files = TableFiles.of(paths, configuration);
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        long bytesWritten = 0;
        try {
            for (int i = 0; i < files.size(); i += BATCH) {
                List<FileStatus> batch = files.subList(i, Math.min(files.size(), i + BATCH));
                for (RotatedFile file : ParallelFileTasks.map(batch, THREADS, (index, status) -> rotated(status))) {
                    counts.merge(file.outcome(), 1, Integer::sum);
                    bytesWritten += file.bytesWritten();
                    each.accept(file);
                }
            }
            return summary(counts, bytesWritten);
        } finally {
            rewrappers.values().forEach(KeyRewrapper::close);
        }
    }

    private RotationSummary summary(Map<Outcome, Integer> counts, long bytesWritten) {
        int wraps = rewrappers.values().stream().mapToInt(KeyRewrapper::wraps).sum();
        int unwraps =
                rewrappers.values().stream().mapToInt(KeyRewrapper::unwraps).sum();
        return new RotationSummary(counts, bytesWritten, wraps, unwraps);
    }

    private RotatedFile rotated(FileStatus status) {
        Path path = status.getPath();
        try {
            HadoopInputFile input = HadoopInputFile.of(status, configuration);
            FileCryptoMetaData crypto =
                    Footer.read(input, HadoopReadOptions.from(configuration)).crypto(input.location());
            if (crypto == null) {
                return RotatedFile.of(path, Outcome.NOT_ENCRYPTED);
            }
            KeyMetadata footer = parsed(crypto.keyMetadata());
            return footer == null ? RotatedFile.of(path, Outcome.UNMANAGED) : rotated(status, input, footer);
        } catch (KmsUnavailableException e) {
            throw e.locate(FileLocation.file(path.toString()));
        } catch (ParquetException | IOException e) {
            return RotatedFile.failed(path, e);
        } catch (UncheckedIOException e) {
            return RotatedFile.failed(path, e.getCause() == null ? e : e.getCause());
        }
    }

    /** Returns key metadata; null if it is absent or not from key management. */
    private static @Nullable KeyMetadata parsed(byte @Nullable [] metadata) {
        try {
            return metadata == null ? null : KeyMetadata.parse(metadata);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return null;
        }
    }

    private RotatedFile rotated(FileStatus status, HadoopInputFile input, KeyMetadata footer) throws IOException {
        if (footer.material() != null) {
            return withNewFooter(status, input, rewrapper(footer.material()));
        }
        HadoopKeyMaterialStore store = HadoopKeyMaterialStore.of(status.getPath(), configuration);
        FileStatus before = store.path().getFileSystem(configuration).getFileStatus(store.path());
        return withNewMaterial(status.getPath(), store, before);
    }

    private KeyRewrapper rewrapper(@Nullable KeyMaterial footer) {
        KmsAccess kms = keys.kms(footer);
        return rewrappers.computeIfAbsent(
                List.of(kms.instanceId(), kms.instanceUrl()), any -> new KeyRewrapper(kms, newMasterKeys, dryRun));
    }

    private RotatedFile withNewMaterial(Path path, HadoopKeyMaterialStore store, FileStatus before) throws IOException {
        KeyMaterialFile old = store.read();
        KeyRewrapper rewrapper = rewrapper(old.byReference().get(KeyMaterialFile.FOOTER_KEY));
        Map<String, KeyMaterial> rewrapped = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, KeyMaterial> entry : old.byReference().entrySet()) {
            KeyMaterial material = rewrapper.rewrap(entry.getValue());
            rewrapped.put(entry.getKey(), material == null ? entry.getValue() : material);
            changed |= material != null;
        }
        if (!changed) {
            return RotatedFile.of(path, Outcome.CURRENT);
        }
        if (dryRun) {
            return RotatedFile.of(path, Outcome.ROTATED);
        }
        byte[] json = new KeyMaterialFile(rewrapped).toBytes();
        FileReplacement replacement = FileReplacement.of(before, configuration);
        ByteSink sink = replacement.output().create();
        boolean written = false;
        try {
            sink.write(json, 0, json.length);
            sink.close();
            written = true;
        } finally {
            if (!written) {
                sink.abort();
            }
        }
        replacement.commit();
        return new RotatedFile(path, Outcome.ROTATED, json.length, null);
    }

    private RotatedFile withNewFooter(FileStatus status, HadoopInputFile input, KeyRewrapper rewrapper)
            throws IOException {
        Rewrapping change = new Rewrapping(rewrapper);
        KeyMetadataRewriter rewriter = KeyMetadataRewriter.of(input, decryption(status.getPath(), rewrapper), change);
        if (!change.changed) {
            return RotatedFile.of(status.getPath(), Outcome.CURRENT);
        }
        if (dryRun) {
            return RotatedFile.of(status.getPath(), Outcome.ROTATED);
        }
        FileReplacement replacement = FileReplacement.of(status, configuration);
        rewriter.write(replacement.output());
        replacement.commit();
        return new RotatedFile(status.getPath(), Outcome.ROTATED, rewriter.length(), null);
    }

    /** Replaces the key metadata of one file. Used by one thread. */
    private static final class Rewrapping implements UnaryOperator<byte[]> {

        private final KeyRewrapper rewrapper;
        private boolean changed;

        Rewrapping(KeyRewrapper rewrapper) {
            this.rewrapper = rewrapper;
        }

        @Override
        public byte[] apply(byte[] metadata) {
            KeyMetadata old = KeyMetadata.parse(metadata);
            if (old.material() == null) {
                throw new CorruptFileException(
                        "a key has external key material, but the footer's key has internal key material");
            }
            KeyMaterial material = rewrapper.rewrap(old.material());
            if (material == null) {
                return metadata;
            }
            changed = true;
            return KeyMetadata.internal(material).toBytes();
        }
    }

    /** Returns the properties for reading, with the keys that the rewrapper has unwrapped. */
    private FileDecryptionProperties decryption(Path path, KeyRewrapper rewrapper) {
        FileDecryptionProperties reading =
                Objects.requireNonNull(HadoopEncryption.forReading(configuration, path), "no KMS client");
        return rewrapper
                .decryption(keys.materials(path))
                .aadPrefix(reading.aadPrefix())
                .aadPrefixVerifier(reading.aadPrefixVerifier())
                .unverifiedAadPrefixAllowed(reading.unverifiedAadPrefixAllowed())
                .provider(reading.provider())
                .build();
    }
}
