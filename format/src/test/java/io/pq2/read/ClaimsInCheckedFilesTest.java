package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks small files that claim large sizes. Memory stays in proportion to the files, or within limits. */
@Timeout(60)
class ClaimsInCheckedFilesTest {

    /** A page with the id 0 once. */
    private static final byte[] ONE_ID = {1, 2, 0};

    private static final ReadOptions SMALL =
            ReadOptions.builder().maxDecodingBytes(32 << 20).build();

    private static List<Finding> check(byte[] file, ReadOptions options) throws IOException {
        return FileCheck.run(new MemoryInputFile("claims", file), options, null, finding -> {});
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 1 << 28})
    void levelsOfAPageCountAsDecodingBytes(int values) throws IOException {
        byte[] file = new CraftedFile("optional int32 i;")
                .v1(Encoding.PLAIN, values, CraftedFile.runV1(0, values))
                .chunk(values)
                .rowGroup(values)
                .bytes();
        long before = AllocatedBytes.soFar();
        List<Finding> findings = check(file, SMALL);
        assertThat(AllocatedBytes.soFar() - before).isLessThan(64L << 20);
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.NOT_CHECKED);
            assertThat(finding.toString())
                    .contains("row group 0", "column i")
                    .containsAnyOf("" + values, "maxDecodingBytes");
        });
        assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
    }

    @Test
    void pagesOfOneFileHaveNoMoreValuesThanItsSizeAllows() throws IOException {
        int values = 1 << 30;
        CraftedFile file = new CraftedFile("optional int32 i;");
        for (int i = 0; i < 3; i++) {
            file.v1(Encoding.PLAIN, values, CraftedFile.runV1(0, values))
                    .chunk(values)
                    .rowGroup(values);
        }
        List<Finding> findings = check(
                file.bytes(),
                ReadOptions.builder()
                        .maxDecodingBytes(32 << 20)
                        .maxValuesPerByte(1)
                        .build());
        assertThat(findings).anyMatch(finding -> finding.toString().contains("pq2.read.maxValuesPerByte"));
    }

    /** Each page has one value, of which the check keeps min and max until it compares them with the column index. */
    @Test
    void minAndMaxOfPagesCountAsDecodingBytes() throws IOException {
        int pages = 2_000;
        byte[] entry = PageFileBuilder.concat(PageFileBuilder.littleEndian(1 << 20), new byte[1 << 20]);
        CraftedFile file = new CraftedFile("required binary b (STRING);").dictionary(1, entry);
        for (int i = 0; i < pages; i++) {
            file.v1(Encoding.RLE_DICTIONARY, 1, ONE_ID);
        }
        List<Finding> findings = check(file.chunk(pages).rowGroup(pages).bytes(), SMALL);
        assertThat(findings)
                .anyMatch(finding ->
                        finding.rule() == Rule.NOT_CHECKED && finding.toString().contains("pq2.read.maxDecodingBytes"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"STRING", "DECIMAL(9,2)"})
    void shortPagesAllocateNothingForTheirWholeDictionary(String type) throws IOException {
        int pages = 2_000;
        int entries = 1 << 20;
        byte[] dictionary = PageFileBuilder.compress(CompressionCodec.ZSTD, new byte[4 * entries]);
        CraftedFile file = new CraftedFile("required binary b (" + type + ");")
                .codec(CompressionCodec.ZSTD)
                .claimedPage(4 * entries)
                .dictionary(entries, dictionary)
                .claimedPage(ONE_ID.length);
        byte[] page = PageFileBuilder.compress(CompressionCodec.ZSTD, ONE_ID);
        for (int i = 0; i < pages; i++) {
            file.v1(Encoding.RLE_DICTIONARY, 1, page);
        }
        byte[] bytes = file.chunk(pages).rowGroup(pages).bytes();
        long before = AllocatedBytes.soFar();
        List<Finding> findings = check(bytes, ReadOptions.DEFAULT);
        assertThat(AllocatedBytes.soFar() - before).isLessThan(256L << 20);
        // A decimal has at least one byte.
        assertThat(findings)
                .noneMatch(finding -> finding.severity() == Severity.ERROR && finding.rule() != Rule.VALUE_RANGE);
    }

    @Test
    void pagesWithoutValuesCountAsDecodingBytes() throws IOException {
        CraftedFile file = new CraftedFile("required int32 i;");
        for (int i = 0; i < 80_000; i++) {
            file.v1(Encoding.PLAIN, 0, new byte[0]);
        }
        byte[] bytes = file.v1(Encoding.PLAIN, 1, PageFileBuilder.plain(7))
                .chunk(1)
                .rowGroup(1)
                .bytes();

        assertThat(check(bytes, SMALL))
                .anyMatch(finding ->
                        finding.rule() == Rule.NOT_CHECKED && finding.toString().contains("pq2.read.maxDecodingBytes"));
        assertThat(check(bytes, ReadOptions.DEFAULT)).noneMatch(finding -> finding.rule() == Rule.NOT_CHECKED);
    }

    @Test
    void longEntriesAreNotCopiedForEachRowThatIsSorted() throws IOException {
        int rows = 4_000;
        byte[] entry = PageFileBuilder.concat(PageFileBuilder.littleEndian(1 << 20), new byte[1 << 20]);
        byte[] ids = PageFileBuilder.concat(new byte[] {1}, CraftedFile.run(0, rows));
        byte[] written = new CraftedFile("required binary b (STRING);")
                .dictionary(1, entry)
                .v1(Encoding.RLE_DICTIONARY, rows, ids)
                .chunk(rows)
                .rowGroup(rows)
                .bytes();
        FileMetaData footer = TestFooters.read(written);
        RowGroup group = footer.rowGroups().get(0);
        RowGroup sorted = new RowGroup(
                group.columns(),
                group.totalByteSize(),
                rows,
                List.of(new SortingColumn(0, false, false)),
                null,
                null,
                null);
        byte[] bytes = TestFooters.withFooter(written, TestFooters.withRowGroups(footer, List.of(sorted)));
        long before = AllocatedBytes.soFar();
        List<Finding> findings = check(bytes, ReadOptions.DEFAULT);
        assertThat(AllocatedBytes.soFar() - before).isLessThan(256L << 20);
        assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
    }

    @Test
    void longTextIsDecodedInParts() throws IOException {
        byte[] text = "\u00e4".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        assertThat(check(textFile(text), ReadOptions.DEFAULT)).noneMatch(finding -> finding.rule() == Rule.TEXT);
        byte[] wrong = text.clone();
        wrong[9_998] = (byte) 0xFF;
        assertThat(check(textFile(wrong), ReadOptions.DEFAULT)).anyMatch(finding -> finding.rule() == Rule.TEXT);
        byte[] cut = PageFileBuilder.concat(text, new byte[] {(byte) 0xC3});
        assertThat(check(textFile(cut), ReadOptions.DEFAULT)).anyMatch(finding -> finding.rule() == Rule.TEXT);
    }

    private static byte[] textFile(byte[] text) {
        return new CraftedFile("required binary b (STRING);")
                .v1(Encoding.PLAIN, 1, PageFileBuilder.concat(PageFileBuilder.littleEndian(text.length), text))
                .chunk(1)
                .rowGroup(1)
                .bytes();
    }
}
