package io.pq2.rewrite;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What is to be different in a file that is made of others. Immutable; {@link #DEFAULT} changes nothing. */
public final class RewriteOptions {

    /** All columns, all pages as they are, one row group for each row group of the inputs. */
    public static final RewriteOptions DEFAULT = builder().build();

    private final List<String> droppedColumns;
    private final CompressionCodec codec;
    private final Integer compressionLevel;
    private final Map<String, String> keyValueMetadata;
    private final Set<String> removedKeys;
    private final KeyConflict keyConflict;
    private final long combineBelow;
    private final WriteOptions writeOptions;
    private final boolean verifyChecksums;
    private final FileDecryptionProperties decryption;
    private final boolean plaintextOutput;

    private RewriteOptions(Builder builder) {
        droppedColumns = List.copyOf(builder.droppedColumns);
        codec = builder.codec;
        compressionLevel = builder.compressionLevel;
        keyValueMetadata = Collections.unmodifiableMap(new LinkedHashMap<>(builder.keyValueMetadata));
        removedKeys = Set.copyOf(builder.removedKeys);
        keyConflict = builder.keyConflict;
        combineBelow = builder.combineBelow;
        writeOptions = builder.writeOptions;
        verifyChecksums = builder.verifyChecksums;
        decryption = builder.decryption;
        plaintextOutput = builder.plaintextOutput;
    }

    /** A builder that changes nothing yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** Dotted paths of the columns and groups that are left out; none unless set. */
    public List<String> droppedColumns() {
        return droppedColumns;
    }

    /** How all pages are to be compressed; null, the default, leaves each as it is. */
    public CompressionCodec codec() {
        return codec;
    }

    /** The codec's level, null for its own default. With a level, pages that have the codec already are compressed again too. */
    public Integer compressionLevel() {
        return compressionLevel;
    }

    /** Keys of the key-value metadata that get these values, whatever the inputs have; values may be null. None unless set. */
    public Map<String, String> keyValueMetadata() {
        return keyValueMetadata;
    }

    /** Keys of the key-value metadata that are left out; none unless set. */
    public Set<String> removedKeys() {
        return removedKeys;
    }

    /** What becomes of keys that the inputs disagree about; {@link KeyConflict#FAIL} unless set. */
    public KeyConflict keyConflict() {
        return keyConflict;
    }

    /**
     * Row groups whose kept columns have fewer bytes than this in their file are decoded and written anew if they stand next to each
     * other, so that few large row groups come out of many small ones. 0, the default, leaves all as they are.
     */
    public long combineBelow() {
        return combineBelow;
    }

    /**
     * How row groups are encoded that are decoded; {@link WriteOptions#DEFAULT} unless set. Its codec counts where {@link #codec} is
     * null and the codec of the inputs cannot be written; its key-value metadata of the file, its sort order and whether it wants
     * page indexes do not count. {@link WriteOptions#checksums} counts for pages that are compressed again, too. With {@link WriteOptions#encryption} the
     * new file is encrypted and all row groups are decoded, for pages are encrypted for their place.
     */
    public WriteOptions writeOptions() {
        return writeOptions;
    }

    /** Whether a page that is not just copied is held against its {@code crc}, if it carries one; true unless set. */
    public boolean verifyChecksums() {
        return verifyChecksums;
    }

    /**
     * What inputs that are encrypted are read with; null unless set. Row groups with encrypted columns that stay are decoded and written anew, encrypted
     * as {@link #writeOptions} say.
     */
    public FileDecryptionProperties decryption() {
        return decryption;
    }

    /**
     * Whether what was encrypted in an input, columns or footer, may stand in plain in the new file; false unless set. Then {@link #writeOptions} must have
     * properties of encryption if there is such an input.
     */
    public boolean plaintextOutput() {
        return plaintextOutput;
    }

    /** Makes {@link RewriteOptions}. */
    public static final class Builder {

        private final List<String> droppedColumns = new ArrayList<>();
        private CompressionCodec codec;
        private Integer compressionLevel;
        private final Map<String, String> keyValueMetadata = new LinkedHashMap<>();
        private final Set<String> removedKeys = new HashSet<>();
        private KeyConflict keyConflict = KeyConflict.FAIL;
        private long combineBelow;
        private WriteOptions writeOptions = WriteOptions.DEFAULT;
        private boolean verifyChecksums = true;
        private FileDecryptionProperties decryption;
        private boolean plaintextOutput;

        private Builder() {}

        /** Adds to {@link RewriteOptions#droppedColumns()}. */
        public Builder dropColumns(String... dottedPaths) {
            droppedColumns.addAll(List.of(dottedPaths));
            return this;
        }

        /** See {@link RewriteOptions#codec()}. */
        public Builder codec(CompressionCodec value) {
            codec = value;
            return this;
        }

        /** See {@link RewriteOptions#codec()} and {@link RewriteOptions#compressionLevel()}. */
        public Builder codec(CompressionCodec value, int level) {
            codec = Objects.requireNonNull(value, "codec");
            compressionLevel = level;
            return this;
        }

        /** Adds to {@link RewriteOptions#keyValueMetadata()}; the value may be null. */
        public Builder keyValueMetadata(String key, String value) {
            keyValueMetadata.put(Objects.requireNonNull(key, "key"), value);
            return this;
        }

        /** Adds to {@link RewriteOptions#removedKeys()}. */
        public Builder removeKeys(String... keys) {
            removedKeys.addAll(List.of(keys));
            return this;
        }

        /** See {@link RewriteOptions#keyConflict()}. */
        public Builder keyConflict(KeyConflict value) {
            keyConflict = Objects.requireNonNull(value, "keyConflict");
            return this;
        }

        /** See {@link RewriteOptions#combineBelow()}; not negative. */
        public Builder combineBelow(long bytes) {
            if (bytes < 0) {
                throw new InvalidDataException("combineBelow is " + bytes + "; it must be at least 0");
            }
            combineBelow = bytes;
            return this;
        }

        /** See {@link RewriteOptions#writeOptions()}. */
        public Builder writeOptions(WriteOptions value) {
            writeOptions = Objects.requireNonNull(value, "writeOptions");
            return this;
        }

        /** See {@link RewriteOptions#verifyChecksums()}. */
        public Builder verifyChecksums(boolean value) {
            verifyChecksums = value;
            return this;
        }

        /** See {@link RewriteOptions#decryption()}. */
        public Builder decryption(FileDecryptionProperties value) {
            decryption = value;
            return this;
        }

        /** See {@link RewriteOptions#plaintextOutput()}. */
        public Builder plaintextOutput(boolean value) {
            plaintextOutput = value;
            return this;
        }

        /** The options as set so far. */
        public RewriteOptions build() {
            return new RewriteOptions(this);
        }
    }
}
