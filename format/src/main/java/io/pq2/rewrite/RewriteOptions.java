package io.pq2.rewrite;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.rewrite.ZOrder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ReadOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@link FileRewriter}: how the new file differs from its inputs. Immutable and thread-safe; {@link
 * #DEFAULT} changes nothing.
 */
public final class RewriteOptions {

    private static final long MAX_SORT_BYTES = 512L << 20;

    /** The inverse of the share of the heap for rows that are sorted. */
    private static final int SORT_SHARE = 6;

    /** Keeps all columns and pages, and copies each row group of the inputs. */
    public static final RewriteOptions DEFAULT = builder().build();

    private final List<String> droppedColumns;
    private final @Nullable CompressionCodec codec;
    private final @Nullable Integer compressionLevel;
    private final Map<String, @Nullable String> keyValueMetadata;
    private final Set<String> removedKeys;
    private final KeyConflict keyConflict;
    private final long combineBelow;
    private final WriteOptions writeOptions;
    private final ReadOptions readOptions;
    private final @Nullable FileDecryptionProperties decryption;
    private final boolean plaintextOutput;
    private final Verification verification;
    private final boolean decodeAll;
    private final List<SortedBy> sortedBy;
    private final List<String> zOrderedBy;
    private final long sortBytes;
    private final Timestamps timestamps;

    private RewriteOptions(Builder builder) {
        droppedColumns = List.copyOf(builder.droppedColumns);
        codec = builder.codec;
        compressionLevel = builder.compressionLevel;
        keyValueMetadata = Collections.unmodifiableMap(new LinkedHashMap<>(builder.keyValueMetadata));
        removedKeys = Set.copyOf(builder.removedKeys);
        keyConflict = builder.keyConflict;
        combineBelow = builder.combineBelow;
        writeOptions = builder.writeOptions;
        readOptions = builder.readOptions;
        decryption = builder.decryption;
        plaintextOutput = builder.plaintextOutput;
        verification = builder.verification;
        decodeAll = builder.decodeAll;
        sortedBy = builder.sortedBy;
        zOrderedBy = builder.zOrderedBy;
        sortBytes = builder.sortBytes;
        timestamps = builder.timestamps;
    }

    /** Returns a builder with these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns a builder with the default of each option. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the dotted paths of the columns and groups to leave out. The default is the empty list. The list is
     * unmodifiable.
     */
    public List<String> droppedColumns() {
        return droppedColumns;
    }

    /** Returns the codec of all pages. Absent by default: each page keeps its codec. */
    public @Nullable CompressionCodec codec() {
        return codec;
    }

    /**
     * Returns the level of {@link #codec()}. Absent by default: the default level of the codec. If a level is set,
     * pages that have the codec already are compressed again too.
     */
    public @Nullable Integer compressionLevel() {
        return compressionLevel;
    }

    /**
     * Returns the entries to set in the key-value metadata. They replace entries of the inputs. Values may be null. The
     * default is the empty map. The map is unmodifiable.
     */
    public Map<String, @Nullable String> keyValueMetadata() {
        return keyValueMetadata;
    }

    /**
     * Returns the keys to remove from the key-value metadata. The default is the empty set. The set is unmodifiable.
     */
    public Set<String> removedKeys() {
        return removedKeys;
    }

    /**
     * Returns what to do with keys that have different values in the inputs. The default is {@link KeyConflict#FAIL}.
     */
    public KeyConflict keyConflict() {
        return keyConflict;
    }

    /**
     * Returns the size in bytes below which adjacent row groups are combined: they are decoded and encoded again as
     * fewer, larger row groups. The size counts the compressed bytes of the columns that stay. The default is 0: no row
     * groups are combined.
     */
    public long combineBelow() {
        return combineBelow;
    }

    /**
     * Returns how row groups that must be decoded are encoded again. The default is {@link WriteOptions#DEFAULT}.
     *
     * <p>The codec applies only if {@link #codec()} is absent and the codec of the inputs cannot be written. The file's
     * key-value metadata, the sort order, {@link WriteOptions#pageIndexes} and {@link
     * WriteOptions#geoParquetCovering()} do not apply. {@link WriteOptions#checksums} also applies to pages that are
     * compressed again. {@link WriteOptions#encryption} encrypts the new file; then all row groups are decoded, because
     * an encrypted page is tied to its place in a file.
     */
    public WriteOptions writeOptions() {
        return writeOptions;
    }

    /**
     * Whether the {@code crc} of pages that are not copied unchanged is verified where present. The default is true.
     */
    public boolean verifyChecksums() {
        return readOptions.verifyChecksums();
    }

    /**
     * Returns how inputs are read, with the limits of memory and work. The default is {@link ReadOptions#DEFAULT}.
     */
    public ReadOptions readOptions() {
        return readOptions;
    }

    /**
     * Returns the keys of encrypted inputs. Absent by default: no keys. Row groups with encrypted columns that stay
     * are decoded and encoded again, encrypted as {@link #writeOptions()} says.
     */
    public @Nullable FileDecryptionProperties decryption() {
        return decryption;
    }

    /**
     * Whether columns or footers that are encrypted in an input may be in plain text in the new file. The default is
     * false: then {@link #writeOptions()} must have encryption if an input is encrypted.
     */
    public boolean plaintextOutput() {
        return plaintextOutput;
    }

    /**
     * Returns how the new file is checked before it becomes visible. The default is {@link Verification#STRUCTURE}. For
     * {@link Verification#FULL}, {@link #decryption()} must also have the keys of an encrypted new file.
     */
    public Verification verification() {
        return verification;
    }

    /**
     * Whether all row groups are decoded and encoded again. The default is false: row groups are copied where that is
     * possible. Columns that have bloom filters in an input get them again.
     */
    public boolean decodeAll() {
        return decodeAll;
    }

    /**
     * Returns the order of the rows of the new file, the most significant column first. The default is the empty list:
     * the rows keep their order. Otherwise all row groups are decoded, and the rows are sorted in memory, in parts of
     * {@link #sortBytes()}. Rows that compare as equal keep their order.
     */
    public List<SortedBy> sortedBy() {
        return sortedBy;
    }

    /**
     * Returns the dotted paths of the columns of the Z-order, which puts rows with similar values of all these columns
     * next to each other; see docs/rewriting.md. The default is the empty list. Otherwise all row groups are decoded
     * and sorted as for {@link #sortedBy()}, which must be empty. The new file declares no order.
     */
    public List<String> zOrderedBy() {
        return zOrderedBy;
    }

    /** Whether rows may have another order in the new file than in the inputs. */
    boolean movesRows() {
        return !sortedBy.isEmpty() || !zOrderedBy.isEmpty();
    }

    /**
     * Returns the size of the rows that are sorted together, in bytes of decoded values. If the inputs are larger, each
     * part becomes row groups of its own, which are sorted, but overlap those of other parts. Sorting needs about three
     * times this memory. The default is 512 MiB, or a sixth of the maximum heap if this is less.
     */
    public long sortBytes() {
        return sortBytes;
    }

    /**
     * Returns how INT96 timestamps are stored. The default is {@link Timestamps#UNCHANGED}. With {@link
     * Timestamps#MICROS}, row groups with INT96 columns that stay are decoded and encoded again. Inputs may differ in
     * whether a column is INT96 or TIMESTAMP(MICROS, isAdjustedToUTC = true). docs/rewriting.md describes which values
     * are refused.
     */
    public Timestamps timestamps() {
        return timestamps;
    }

    /** Builds {@link RewriteOptions}. Each method returns this builder. Not thread-safe. */
    public static final class Builder {

        private final List<String> droppedColumns = new ArrayList<>();
        private @Nullable CompressionCodec codec;
        private @Nullable Integer compressionLevel;
        private final Map<String, @Nullable String> keyValueMetadata = new LinkedHashMap<>();
        private final Set<String> removedKeys = new HashSet<>();
        private KeyConflict keyConflict = KeyConflict.FAIL;
        private long combineBelow;
        private WriteOptions writeOptions = WriteOptions.DEFAULT;
        private ReadOptions readOptions = ReadOptions.DEFAULT;
        private @Nullable FileDecryptionProperties decryption;
        private boolean plaintextOutput;
        private Verification verification = Verification.STRUCTURE;
        private boolean decodeAll;
        private List<SortedBy> sortedBy = List.of();
        private List<String> zOrderedBy = List.of();
        private long sortBytes = Math.min(MAX_SORT_BYTES, Runtime.getRuntime().maxMemory() / SORT_SHARE);
        private Timestamps timestamps = Timestamps.UNCHANGED;

        private Builder() {}

        private Builder(RewriteOptions options) {
            droppedColumns.addAll(options.droppedColumns);
            codec = options.codec;
            compressionLevel = options.compressionLevel;
            keyValueMetadata.putAll(options.keyValueMetadata);
            removedKeys.addAll(options.removedKeys);
            keyConflict = options.keyConflict;
            combineBelow = options.combineBelow;
            writeOptions = options.writeOptions;
            readOptions = options.readOptions;
            decryption = options.decryption;
            plaintextOutput = options.plaintextOutput;
            verification = options.verification;
            decodeAll = options.decodeAll;
            sortedBy = options.sortedBy;
            zOrderedBy = options.zOrderedBy;
            sortBytes = options.sortBytes;
            timestamps = options.timestamps;
        }

        /** Adds to {@link RewriteOptions#droppedColumns()}. */
        public Builder dropColumns(String... dottedPaths) {
            droppedColumns.addAll(List.of(dottedPaths));
            return this;
        }

        /** See {@link RewriteOptions#codec()}. */
        public Builder codec(@Nullable CompressionCodec value) {
            codec = value;
            return this;
        }

        /** See {@link RewriteOptions#codec()} and {@link RewriteOptions#compressionLevel()}. */
        public Builder codec(CompressionCodec value, int level) {
            codec = Objects.requireNonNull(value, "codec");
            compressionLevel = level;
            return this;
        }

        /** Adds to {@link RewriteOptions#keyValueMetadata()}. */
        public Builder keyValueMetadata(String key, @Nullable String value) {
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

        /**
         * See {@link RewriteOptions#combineBelow()}.
         *
         * @param bytes at least 0
         * @throws InvalidDataException if the size is negative
         */
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

        /** See {@link RewriteOptions#verifyChecksums()}. Replaces the {@link #readOptions}. */
        public Builder verifyChecksums(boolean value) {
            return readOptions(ReadOptions.builder().verifyChecksums(value).build());
        }

        /** See {@link RewriteOptions#readOptions()}. */
        public Builder readOptions(ReadOptions value) {
            readOptions = Objects.requireNonNull(value, "readOptions");
            return this;
        }

        /** See {@link RewriteOptions#decryption()}. */
        public Builder decryption(@Nullable FileDecryptionProperties value) {
            decryption = value;
            return this;
        }

        /** See {@link RewriteOptions#plaintextOutput()}. */
        public Builder plaintextOutput(boolean value) {
            plaintextOutput = value;
            return this;
        }

        /** See {@link RewriteOptions#verification()}. */
        public Builder verify(Verification value) {
            verification = Objects.requireNonNull(value, "verification");
            return this;
        }

        /** See {@link RewriteOptions#decodeAll()}. */
        public Builder decodeAll(boolean value) {
            decodeAll = value;
            return this;
        }

        /** See {@link RewriteOptions#sortedBy()}. */
        public Builder sortedBy(List<SortedBy> value) {
            sortedBy = List.copyOf(value);
            return this;
        }

        /**
         * See {@link RewriteOptions#zOrderedBy()}.
         *
         * @param dottedPaths none, or 2 to 8 columns
         * @throws InvalidDataException if there is one column, more than 8, or the same twice
         */
        public Builder zOrderedBy(List<String> dottedPaths) {
            ZOrder.check(dottedPaths);
            zOrderedBy = List.copyOf(dottedPaths);
            return this;
        }

        /**
         * See {@link RewriteOptions#sortBytes()}.
         *
         * @param bytes at least 1
         * @throws InvalidDataException if the size is less than 1
         */
        public Builder sortBytes(long bytes) {
            if (bytes < 1) {
                throw new InvalidDataException("sortBytes is " + bytes + "; it must be at least 1");
            }
            sortBytes = bytes;
            return this;
        }

        /** See {@link RewriteOptions#timestamps()}. */
        public Builder timestamps(Timestamps value) {
            timestamps = Objects.requireNonNull(value, "timestamps");
            return this;
        }

        /**
         * Returns the options as set so far. The builder remains usable.
         *
         * @throws InvalidDataException if both {@link #sortedBy} and {@link #zOrderedBy} are set
         */
        public RewriteOptions build() {
            ZOrder.checkOnlyOrder(zOrderedBy, sortedBy);
            return new RewriteOptions(this);
        }
    }
}
