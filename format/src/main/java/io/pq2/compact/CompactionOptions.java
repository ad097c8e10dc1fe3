package io.pq2.compact;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.rewrite.ZOrder;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.write.SortedBy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Options of a {@link TableCompaction}. Immutable and thread-safe. */
public final class CompactionOptions {

    /** Merges small files into files of the default size. */
    public static final CompactionOptions DEFAULT = builder().build();

    private static final Duration MAX_AGE = Duration.ofDays(36_525);

    private final long targetBytes;
    private final boolean allFiles;
    private final boolean takeOver;
    private final List<SortedBy> sortedBy;
    private final List<String> zOrderedBy;
    private final List<String> bloomFilters;
    private final RewriteOptions rewrite;
    private final TableKeys keys;
    private final boolean caseSensitive;
    private final Duration minAge;
    private final boolean failFast;

    private CompactionOptions(Builder builder) {
        targetBytes = builder.targetBytes;
        allFiles = builder.allFiles;
        takeOver = builder.takeOver;
        sortedBy = builder.sortedBy;
        zOrderedBy = builder.zOrderedBy;
        bloomFilters = builder.bloomFilters;
        rewrite = builder.rewrite;
        keys = builder.keys;
        caseSensitive = builder.caseSensitive;
        minAge = builder.minAge;
        failFast = builder.failFast;
    }

    /** Returns a builder with the default of each option. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the size of new files in bytes. The sum of the lengths of the files that one new file replaces is not
     * larger. The default is 0: the block size of the file system, or 128 MiB where it has no blocks.
     */
    public long targetBytes() {
        return targetBytes;
    }

    /**
     * Whether files that are large enough are rewritten too, so that the other options apply to all files. The default
     * is false.
     */
    public boolean allFiles() {
        return allFiles;
    }

    /**
     * Whether compactions of other hosts that have left a lock are taken for dead, and completed or undone. The default
     * is false: they are an error.
     */
    public boolean takeOver() {
        return takeOver;
    }

    /**
     * Returns the order of the rows of each new file, the most significant column first. The default is the empty list:
     * rows of files with the same declared order are merged in this order, others keep their order.
     */
    public List<SortedBy> sortedBy() {
        return sortedBy;
    }

    /**
     * Returns the dotted paths of the columns of the Z-order of each new file; see {@link RewriteOptions#zOrderedBy()}.
     * The default is the empty list.
     */
    public List<String> zOrderedBy() {
        return zOrderedBy;
    }

    /**
     * Returns the dotted paths of the columns that get bloom filters. The default is the empty list: columns keep the
     * filters that they have.
     */
    public List<String> bloomFilters() {
        return bloomFilters;
    }

    /**
     * Returns how files are read and new files are written: the codec, the form of INT96 timestamps, the treatment of
     * key-value metadata, the checks, the size of row groups. Its columns to drop, orders of rows, decryption and
     * encryption do not apply. The default is {@link RewriteOptions#DEFAULT}.
     */
    public RewriteOptions rewrite() {
        return rewrite;
    }

    /** Returns the keys. The default is {@link TableKeys#NONE}. */
    public TableKeys keys() {
        return keys;
    }

    /**
     * Whether the names of columns in these options are those of the files, letter by letter. The default is true. If
     * not, a name without an equal column means the only one that differs in upper and lower case.
     */
    public boolean caseSensitive() {
        return caseSensitive;
    }

    /**
     * Returns the age that files must have: younger files stay as they are. The age is the time since the last change,
     * by the clock of this process. The default is zero.
     */
    public Duration minAge() {
        return minAge;
    }

    /**
     * Whether the compaction ends at the first directory that cannot be compacted. The default is false: it continues
     * with the next one.
     */
    public boolean failFast() {
        return failFast;
    }

    /** Builds {@link CompactionOptions}. Each method returns this builder. Not thread-safe. */
    public static final class Builder {

        private long targetBytes;
        private boolean allFiles;
        private boolean takeOver;
        private List<SortedBy> sortedBy = List.of();
        private List<String> zOrderedBy = List.of();
        private List<String> bloomFilters = List.of();
        private RewriteOptions rewrite = RewriteOptions.DEFAULT;
        private TableKeys keys = TableKeys.NONE;
        private boolean caseSensitive = true;
        private Duration minAge = Duration.ZERO;
        private boolean failFast;

        private Builder() {}

        /**
         * See {@link CompactionOptions#targetBytes()}.
         *
         * @throws InvalidDataException if the size is negative
         */
        public Builder targetBytes(long bytes) {
            if (bytes < 0) {
                throw new InvalidDataException("targetBytes is " + bytes + "; it must be at least 0");
            }
            targetBytes = bytes;
            return this;
        }

        /** See {@link CompactionOptions#allFiles()}. */
        public Builder allFiles(boolean value) {
            allFiles = value;
            return this;
        }

        /** See {@link CompactionOptions#takeOver()}. */
        public Builder takeOver(boolean value) {
            takeOver = value;
            return this;
        }

        /** See {@link CompactionOptions#sortedBy()}. */
        public Builder sortedBy(List<SortedBy> value) {
            sortedBy = List.copyOf(value);
            return this;
        }

        /**
         * See {@link CompactionOptions#zOrderedBy()}.
         *
         * @param dottedPaths none, or 2 to 8 columns
         * @throws InvalidDataException if there is one column, more than 8, or the same twice
         */
        public Builder zOrderedBy(List<String> dottedPaths) {
            ZOrder.check(dottedPaths);
            zOrderedBy = List.copyOf(dottedPaths);
            return this;
        }

        /** See {@link CompactionOptions#bloomFilters()}. */
        public Builder bloomFilters(List<String> dottedPaths) {
            bloomFilters = List.copyOf(dottedPaths);
            return this;
        }

        /** See {@link CompactionOptions#rewrite()}. */
        public Builder rewrite(RewriteOptions value) {
            rewrite = Objects.requireNonNull(value, "rewrite");
            return this;
        }

        /** See {@link CompactionOptions#keys()}. */
        public Builder keys(TableKeys value) {
            keys = Objects.requireNonNull(value, "keys");
            return this;
        }

        /** See {@link CompactionOptions#caseSensitive()}. */
        public Builder caseSensitive(boolean value) {
            caseSensitive = value;
            return this;
        }

        /**
         * See {@link CompactionOptions#minAge()}.
         *
         * @throws InvalidDataException if the age is negative, or more than 100 years
         */
        public Builder minAge(Duration age) {
            if (age.isNegative() || age.compareTo(MAX_AGE) > 0) {
                throw new InvalidDataException("minAge is " + age + "; it must be at least 0 and at most " + MAX_AGE);
            }
            minAge = age;
            return this;
        }

        /** See {@link CompactionOptions#failFast()}. */
        public Builder failFast(boolean value) {
            failFast = value;
            return this;
        }

        /**
         * Returns the options as set so far. The builder remains usable.
         *
         * @throws InvalidDataException if both {@link #sortedBy} and {@link #zOrderedBy} are set
         */
        public CompactionOptions build() {
            ZOrder.checkOnlyOrder(zOrderedBy, sortedBy);
            return new CompactionOptions(this);
        }
    }
}
