package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.level.LevelEncoder;
import io.pq2.internal.encoding.level.ValidityEncoder;
import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.schema.Column;
import io.pq2.vector.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The encoded levels of the open page, and their counts for the size statistics. */
final class PageLevels {

    private final int maxDefinition;
    private final @Nullable EncodedBytes repetition;
    private final @Nullable EncodedBytes definition;
    private final @Nullable LevelEncoder repetitionEncoder;
    /** Encodes definition levels 0 and 1 of columns without repetition; absent for other columns. */
    private final @Nullable ValidityEncoder validityEncoder;

    /** Encodes other definition levels; absent when there are none. */
    private final @Nullable LevelEncoder definitionEncoder;

    private byte[] expanded = new byte[0];
    /** The number of entries of each repetition level; absent when not counted. */
    private final long @Nullable [] repetitionCounts;

    /** The number of entries of each definition level; absent when not counted. */
    private final long @Nullable [] definitionCounts;

    /**
     * Creates the levels of an empty page.
     *
     * @param sizes the size statistics of an empty page; they determine which counts are kept
     */
    PageLevels(Column column, PageSizes sizes) {
        repetitionCounts = copy(sizes.repetition());
        definitionCounts = copy(sizes.definition());
        maxDefinition = column.maxDefinitionLevel();
        boolean repeated = column.maxRepetitionLevel() > 0;
        boolean bitmap = maxDefinition == 1 && !repeated;
        repetition = repeated ? new EncodedBytes(64) : null;
        definition = maxDefinition > 0 ? new EncodedBytes(64) : null;
        repetitionEncoder = repetition == null ? null : new LevelEncoder(repetition, column.maxRepetitionLevel());
        validityEncoder = bitmap && definition != null ? new ValidityEncoder(definition) : null;
        definitionEncoder = bitmap || definition == null ? null : new LevelEncoder(definition, maxDefinition);
    }

    private static long @Nullable [] copy(long @Nullable [] counts) {
        return counts == null ? null : counts.clone();
    }

    /** Appends the entries from {@code from} to {@code to} (exclusive); validity as in {@link Shredder.LeafSink}. */
    void append(Levels levels, int from, int to, long @Nullable [] validity) {
        int count = to - from;
        count(levels, from, to, validity);
        if (repetitionEncoder != null) {
            if (levels.repetition == null) {
                repetitionEncoder.writeRepeated(0, count);
            } else {
                repetitionEncoder.write(levels.repetition, from, count);
            }
        }
        if (validityEncoder != null) {
            appendBits(validityEncoder, levels, from, count, validity);
        } else if (definitionEncoder != null) {
            appendLevels(definitionEncoder, levels, from, count, validity);
        }
    }

    private void count(Levels levels, int from, int to, long @Nullable [] validity) {
        if (repetitionCounts != null) {
            count(repetitionCounts, levels.repetition, from, to, 0);
        }
        if (definitionCounts != null && validity != null) {
            int present = Validity.count(validity, levels.base + from, levels.base + to);
            definitionCounts[maxDefinition] += present;
            definitionCounts[maxDefinition - 1] += to - from - present;
        } else if (definitionCounts != null) {
            count(definitionCounts, levels.definition, from, to, maxDefinition);
        }
    }

    /** Counts levels; all entries have the level {@code all} if {@code levels} is absent. */
    private static void count(long[] counts, byte @Nullable [] levels, int from, int to, int all) {
        if (levels == null) {
            counts[all] += to - from;
            return;
        }
        for (int i = from; i < to; i++) {
            counts[levels[i]]++;
        }
    }

    /** Returns a copy of the number of entries of each repetition level; absent when not counted. */
    long @Nullable [] repetitionCounts() {
        return copy(repetitionCounts);
    }

    /** Returns a copy of the number of entries of each definition level; absent when not counted. */
    long @Nullable [] definitionCounts() {
        return copy(definitionCounts);
    }

    private static void appendBits(
            ValidityEncoder encoder, Levels levels, int from, int count, long @Nullable [] validity) {
        byte[] definitionLevels = levels.definition;
        if (validity != null) {
            encoder.write(validity, levels.base + from, count);
        } else if (definitionLevels == null) {
            encoder.writePresent(count);
        } else {
            long[] words = new long[Validity.words(count)];
            for (int i = 0; i < count; i++) {
                words[i >>> 6] |= (long) definitionLevels[from + i] << i;
            }
            encoder.write(words, 0, count);
        }
    }

    private void appendLevels(LevelEncoder encoder, Levels levels, int from, int count, long @Nullable [] validity) {
        if (validity != null) {
            if (expanded.length < count) {
                expanded = new byte[count];
            }
            for (int i = 0; i < count; i++) {
                int slot = levels.base + from + i;
                expanded[i] = (byte) (maxDefinition - 1 + (validity[slot >>> 6] >>> slot & 1));
            }
            encoder.write(expanded, 0, count);
        } else if (levels.definition == null) {
            encoder.writeRepeated(maxDefinition, count);
        } else {
            encoder.write(levels.definition, from, count);
        }
    }

    /** Completes the levels of the page. */
    void finish() {
        if (repetitionEncoder != null) {
            repetitionEncoder.finish();
        }
        if (validityEncoder != null) {
            validityEncoder.finish();
        } else if (definitionEncoder != null) {
            definitionEncoder.finish();
        }
    }

    /** Returns the repetition levels after {@link #finish()}; absent when the maximum level is 0. */
    @Nullable
    EncodedBytes repetition() {
        return repetition;
    }

    /** Returns the definition levels after {@link #finish()}; absent when the maximum level is 0. */
    @Nullable
    EncodedBytes definition() {
        return definition;
    }

    /** Removes the levels and keeps the memory. */
    void reset() {
        if (repetitionCounts != null) {
            Arrays.fill(repetitionCounts, 0);
        }
        if (definitionCounts != null) {
            Arrays.fill(definitionCounts, 0);
        }
        if (repetition != null) {
            repetition.reset();
        }
        if (definition != null) {
            definition.reset();
        }
    }

    /** Returns an estimate of the size of the levels in bytes. */
    long bytes() {
        return (repetition == null ? 0L : repetition.size()) + (definition == null ? 0L : definition.size());
    }

    /** Returns the memory of the levels in bytes. */
    long memoryBytes() {
        return (repetition == null ? 0 : repetition.array().length)
                + (definition == null ? 0 : definition.array().length)
                + (long) expanded.length;
    }

    /** Removes the levels and frees the memory. */
    void release() {
        reset();
        expanded = new byte[0];
        if (repetition != null) {
            repetition.release();
        }
        if (definition != null) {
            definition.release();
        }
    }
}
