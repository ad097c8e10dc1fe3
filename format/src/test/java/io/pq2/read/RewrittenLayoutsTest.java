package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.predicate.PredicateText;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Rewrites files with every layout of column chunks that the reader accepts, and reads the copies. */
class RewrittenLayoutsTest {

    @Property(tries = 400)
    void copiesHaveTheValuesOfTheirInputs(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        PageFileBuilder input = new PageFileBuilder("required int32 x;");
        input.codec(random.nextBoolean() ? CompressionCodec.UNCOMPRESSED : CompressionCodec.SNAPPY)
                .crcMask(random.nextBoolean() ? null : (Integer) 0);
        List<Object> expected = new ArrayList<>();
        for (int rowGroup = random.nextInt(3); rowGroup >= 0; rowGroup--) {
            addRowGroup(input, random, expected);
        }
        assertThat(input.read()).isEqualTo(expected);
        for (RewriteOptions options : List.of(
                RewriteOptions.DEFAULT,
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build(),
                RewriteOptions.builder().codec(CompressionCodec.SNAPPY).build(),
                RewriteOptions.builder().combineBelow(random.nextInt(200)).build())) {
            byte[] copy = Rewritten.rewrite(options, input.bytes());
            assertThat(read(copy, "x IS NOT NULL")).isEqualTo(expected);
            Object some = expected.get(random.nextInt(expected.size()));
            assertThat(read(copy, "x = " + some))
                    .isEqualTo(expected.stream().filter(some::equals).toList());
            byte[] again = Rewritten.rewrite(options, copy, copy);
            List<Object> twice = new ArrayList<>(expected);
            twice.addAll(expected);
            assertThat(read(again, "x IS NOT NULL")).isEqualTo(twice);
        }
    }

    private static void addRowGroup(PageFileBuilder file, Random random, List<Object> expected) {
        int start = file.position();
        boolean dictionary = random.nextBoolean();
        addOthers(file, random);
        int dictionaryAt = file.position();
        if (dictionary) {
            file.dictionary(7, 8, 9);
        }
        addOthers(file, random);
        int dataAt = file.position();
        int rows = 0;
        for (int page = random.nextInt(4); page >= 0; page--) {
            int count = 1 + random.nextInt(5);
            int[] values = random.ints(count, 0, 3).toArray();
            for (int value : values) {
                expected.add(value + 7);
            }
            if (dictionary) {
                byte[] ids = PageFileBuilder.ids(2, values);
                if (random.nextBoolean()) {
                    file.v1(Encoding.RLE_DICTIONARY, count, ids);
                } else {
                    file.v2(Encoding.RLE_DICTIONARY, count, count, new byte[0], new byte[0], ids);
                }
            } else {
                for (int i = 0; i < count; i++) {
                    values[i] += 7;
                }
                file.v1(Encoding.PLAIN, count, PageFileBuilder.plain(values));
            }
            rows += count;
            addOthers(file, random);
        }
        int padding = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
        file.junk(padding);
        boolean startsWithDictionary = dictionary && dictionaryAt == start;
        boolean named = startsWithDictionary && random.nextBoolean();
        file.endRowGroup(rows, chunk -> {
            chunk.dictionaryPageOffset = named ? (Long) (long) dictionaryAt : null;
            chunk.dataPageOffset = named ? dataAt : start;
        });
    }

    /** Adds pages without values: of other types, or empty. */
    private static void addOthers(PageFileBuilder file, Random random) {
        for (int i = random.nextInt(5) - 2; i > 0; i--) {
            file.otherPage(random.nextBoolean() ? 1 : 17, new byte[random.nextInt(60)]);
        }
    }

    private static List<Object> read(byte[] bytes, String filter) throws IOException {
        List<Object> values = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("copy", bytes));
                RowReader rows = new RowReader(
                        file.scan().filter(PredicateText.parse(filter)).open())) {
            while (rows.next()) {
                values.add(rows.row().getInt("x"));
            }
        }
        return values;
    }
}
