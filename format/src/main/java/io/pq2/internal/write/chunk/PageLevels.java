package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.level.LevelEncoder;
import io.pq2.internal.encoding.level.ValidityEncoder;
import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.schema.Column;
import io.pq2.vector.Validity;
import java.util.Arrays;

/** The levels of the page that is being filled, encoded as they come. */
final class PageLevels {

    private final int maxDefinition;
    private final EncodedBytes repetition;
    private final EncodedBytes definition;
    private final LevelEncoder repetitionEncoder;
    /** Null unless definition levels are 0 and 1 and nothing repeats. */
    private final ValidityEncoder validityEncoder;

    private final LevelEncoder definitionEncoder;
    private byte[] expanded = new byte[0];
    /** How many entries have each level; null for those that are not counted. */
    private final long[] repetitionCounts;

    private final long[] definitionCounts;

    /** @param counts what is to be counted */
    PageLevels(Column column, PageSizes counts) {
        repetitionCounts =
                counts.repetition() == null ? null : counts.repetition().clone();
        definitionCounts =
                counts.definition() == null ? null : counts.definition().clone();
        maxDefinition = column.maxDefinitionLevel();
        boolean repeated = column.maxRepetitionLevel() > 0;
        repetition = repeated ? new EncodedBytes(64) : null;
        repetitionEncoder = repeated ? new LevelEncoder(repetition, column.maxRepetitionLevel()) : null;
        definition = maxDefinition > 0 ? new EncodedBytes(64) : null;
        boolean bitmap = maxDefinition == 1 && !repeated;
        validityEncoder = bitmap ? new ValidityEncoder(definition) : null;
        definitionEncoder = maxDefinition > 0 && !bitmap ? new LevelEncoder(definition, maxDefinition) : null;
    }

    /** Appends the entries {@code from} to {@code to} (exclusive); validity as in {@link Shredder.LeafSink}. */
    void append(Levels levels, int from, int to, long[] validity) {
        int count = to - from;
        count(levels, from, to, validity);
        if (repetition != null) {
            if (levels.repetition == null) {
                repetitionEncoder.writeRepeated(0, count);
            } else {
                repetitionEncoder.write(levels.repetition, from, count);
            }
        }
        if (validityEncoder != null) {
            appendBits(levels, from, count, validity);
        } else if (definition != null) {
            appendLevels(levels, from, count, validity);
        }
    }

    private void count(Levels levels, int from, int to, long[] validity) {
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

    /** @param all the level of all entries if {@code levels} is null */
    private static void count(long[] counts, byte[] levels, int from, int to, int all) {
        if (levels == null) {
            counts[all] += to - from;
            return;
        }
        for (int i = from; i < to; i++) {
            counts[levels[i]]++;
        }
    }

    /** How many entries of the page have each repetition level, null if they are not counted. */
    long[] repetitionCounts() {
        return repetitionCounts == null ? null : repetitionCounts.clone();
    }

    /** How many entries of the page have each definition level, null if they are not counted. */
    long[] definitionCounts() {
        return definitionCounts == null ? null : definitionCounts.clone();
    }

    private void appendBits(Levels levels, int from, int count, long[] validity) {
        if (validity != null) {
            validityEncoder.write(validity, levels.base + from, count);
        } else if (levels.definition == null) {
            validityEncoder.writePresent(count);
        } else {
            long[] words = new long[Validity.words(count)];
            for (int i = 0; i < count; i++) {
                words[i >>> 6] |= (long) levels.definition[from + i] << i;
            }
            validityEncoder.write(words, 0, count);
        }
    }

    private void appendLevels(Levels levels, int from, int count, long[] validity) {
        if (validity != null) {
            if (expanded.length < count) {
                expanded = new byte[count];
            }
            for (int i = 0; i < count; i++) {
                int slot = levels.base + from + i;
                expanded[i] = (byte) (maxDefinition - 1 + (validity[slot >>> 6] >>> slot & 1));
            }
            definitionEncoder.write(expanded, 0, count);
        } else if (levels.definition == null) {
            definitionEncoder.writeRepeated(maxDefinition, count);
        } else {
            definitionEncoder.write(levels.definition, from, count);
        }
    }

    /** Completes the levels of the page. */
    void finish() {
        if (repetition != null) {
            repetitionEncoder.finish();
        }
        if (validityEncoder != null) {
            validityEncoder.finish();
        } else if (definition != null) {
            definitionEncoder.finish();
        }
    }

    /** The repetition levels once they are complete, null if there are none. */
    EncodedBytes repetition() {
        return repetition;
    }

    /** The definition levels once they are complete, null if there are none. */
    EncodedBytes definition() {
        return definition;
    }

    /** Forgets the levels and keeps the memory. */
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

    /** About how many bytes the levels of the page have so far. */
    long bytes() {
        return (repetition == null ? 0L : repetition.size()) + (definition == null ? 0L : definition.size());
    }

    /** How many bytes of memory the levels take. */
    long memoryBytes() {
        return (repetition == null ? 0 : repetition.array().length)
                + (definition == null ? 0 : definition.array().length)
                + (long) expanded.length;
    }

    /** Forgets the levels and the memory. */
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
