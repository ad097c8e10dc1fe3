package io.pq2.hadoop.keys;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.CorruptFileException;
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
import io.pq2.io.ByteSink;
import io.pq2.keys.KeyMaterial;
import io.pq2.keys.KeyMaterialFile;
import io.pq2.keys.KeyMetadata;
import io.pq2.keys.KeyRewrapper;
import io.pq2.keys.KeyUnwrapper;
import io.pq2.keys.KmsAccess;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.read.Footer;
import io.pq2.read.ReadOptions;
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

/**
 * Wraps the keys of tables anew, under the newest versions of their master keys or under other master keys, so that old versions can be given
 * up. No data are decrypted.
 *
 * <p>Key material beside a file is replaced by new key material. Of a file that holds its own, a new one is written, with the same bytes in front of
 * a new footer, and takes its place. Each takes effect at once ({@link FileReplacement} says how): readers find the old or the new one and can read
 * the file with either, and so they can after a failure in the middle. What is done already is not done again by the next run. Readers that had
 * the file open go on with the old one where the file system lets them (the local one and HDFS do). Whoever knows a file's length from before, such
 * as a job that was planned, fails to open it if the new one has another: that is so if the wrapped keys have, never with key material beside it.
 */
public final class KeyRotation {

    private static final int THREADS = 8;
    /** How many files are done before the caller hears of them. */
    private static final int BATCH = 64;

    private final Configuration configuration;
    private final KeyAccess keys;
    private final Map<String, String> otherMasterKeys;
    private final boolean dryRun;
    /** By the identifier and the address of a KMS. */
    private final Map<List<String>, KeyRewrapper> rewrappers = new ConcurrentHashMap<>();

    private KeyRotation(Builder builder) {
        configuration = builder.configuration;
        otherMasterKeys = Map.copyOf(builder.otherMasterKeys);
        dryRun = builder.dryRun;
        keys = new KeyAccess(configuration);
    }

    /**
     * A builder for the newest versions of all master keys.
     *
     * @param configuration has the file systems and the KMS client, as for reading
     */
    public static Builder builder(Configuration configuration) {
        return new Builder(configuration);
    }

    /** Makes and runs a {@link KeyRotation}. */
    public static final class Builder {

        private final Configuration configuration;
        private final Map<String, String> otherMasterKeys = new LinkedHashMap<>();
        private boolean dryRun;

        private Builder(Configuration configuration) {
            this.configuration = Objects.requireNonNull(configuration, "configuration");
        }

        /** Lets a master key take the place of another. */
        public Builder otherMasterKey(String masterKeyId, String newMasterKeyId) {
            otherMasterKeys.put(
                    Objects.requireNonNull(masterKeyId, "masterKeyId"),
                    Objects.requireNonNull(newMasterKeyId, "newMasterKeyId"));
            return this;
        }

        /**
         * Whether nothing is changed, and only said which files would be; false unless set. The KMS is asked to wrap a key that is thrown away
         * for each master key, and to unwrap those of encrypted footers.
         */
        public Builder dryRun(boolean value) {
            dryRun = value;
            return this;
        }

        /**
         * Goes over all files of tables. One that fails is as it was, and in what {@code each} gets with the reason; the others are gone on with.
         *
         * @param paths files, directories with all that is below them, or patterns of Hadoop's; hidden files are left out unless named
         * @param each gets one file after another, in the order of the paths and of names, in the calling thread
         * @throws io.pq2.exception.InvalidDataException if no KMS client is configured
         * @throws KmsUnavailableException if the KMS gives no answer; what was done until then stays done
         * @throws java.io.FileNotFoundException if there is nothing that a path names
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
            FileCryptoMetaData crypto = Footer.read(input, ReadOptions.DEFAULT).crypto(input.location());
            if (crypto == null) {
                return RotatedFile.of(path, Outcome.NOT_ENCRYPTED);
            }
            KeyMetadata footer = parsed(crypto.keyMetadata());
            return footer == null ? RotatedFile.of(path, Outcome.UNMANAGED) : rotated(status, input, footer);
        } catch (KmsUnavailableException e) {
            throw e;
        } catch (ParquetException | IOException e) {
            return RotatedFile.failed(path, e);
        } catch (UncheckedIOException e) {
            return RotatedFile.failed(path, e.getCause());
        }
    }

    /** Null if it is no metadata of key management. */
    private static KeyMetadata parsed(byte[] metadata) {
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
        HadoopKeyMaterialStore store = HadoopKeyMaterialStore.beside(status.getPath(), configuration);
        FileStatus before = store.path().getFileSystem(configuration).getFileStatus(store.path());
        return withNewMaterial(status.getPath(), store, before);
    }

    private KeyRewrapper rewrapper(KeyMaterial footer) {
        KmsAccess kms = keys.kms(footer);
        return rewrappers.computeIfAbsent(
                List.of(kms.instanceId(), kms.instanceUrl()), any -> new KeyRewrapper(kms, otherMasterKeys, dryRun));
    }

    private RotatedFile withNewMaterial(Path path, HadoopKeyMaterialStore store, FileStatus before) throws IOException {
        KeyMaterialFile old = store.read();
        KeyRewrapper rewrapper = rewrapper(old.byReference().get(KeyMaterialFile.FOOTER_KEY));
        Map<String, KeyMaterial> rewrapped = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, KeyMaterial> entry : old.byReference().entrySet()) {
            KeyMaterial fresh = rewrapper.rewrap(entry.getValue());
            rewrapped.put(entry.getKey(), fresh == null ? entry.getValue() : fresh);
            changed |= fresh != null;
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

    /** New key metadata for old, in one file and by one thread. */
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
                        "a key has its key material beside the file, and the footer's key in it");
            }
            KeyMaterial fresh = rewrapper.rewrap(old.material());
            if (fresh == null) {
                return metadata;
            }
            changed = true;
            return KeyMetadata.internal(fresh).toBytes();
        }
    }

    /** As for reading, with the very keys that are wrapped anew. */
    private FileDecryptionProperties decryption(Path path, KeyRewrapper rewrapper) {
        FileDecryptionProperties reading = HadoopEncryption.forReading(configuration, path);
        KeyUnwrapper materials = keys.materials(path);
        return FileDecryptionProperties.builder()
                .keyRetriever(new RewrappedKeys(materials, rewrapper))
                .aadPrefix(reading.aadPrefix())
                .aadPrefixVerifier(reading.aadPrefixVerifier())
                .provider(reading.provider())
                .build();
    }

    private record RewrappedKeys(KeyUnwrapper materials, KeyRewrapper rewrapper) implements DecryptionKeyRetriever {

        @Override
        public byte[] key(byte[] keyMetadata) {
            return rewrapper.dataKey(materials.material(KeyMetadata.parse(keyMetadata)));
        }

        @Override
        public boolean callerOwnsKeys() {
            return true;
        }
    }
}
