package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.RangeSource;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens complete files and files that are damaged or in another format. */
class ParquetFileTest {

    private static final String SCHEMA = "message m { required int32 id; }";

    @TempDir
    Path directory;

    private byte[] complete;

    @BeforeEach
    void writeFile() throws IOException {
        Path path = ParquetJavaFile.write(
                directory.resolve("complete"),
                SCHEMA,
                10,
                builder -> builder.withExtraMetaData(java.util.Map.of("who", "me")),
                (group, row) -> group.add("id", row));
        complete = Files.readAllBytes(path);
    }

    private static ParquetFile open(byte[] bytes) throws IOException {
        return ParquetFile.open(new MemoryInputFile("some/file.parquet", bytes));
    }

    @Test
    void returnsSchemaAndKeyValueMetadata() throws IOException {
        try (ParquetFile file = open(complete)) {
            assertThat(file.schema().columns()).hasSize(1);
            assertThat(file.metadata().numRows()).isEqualTo(10);
            assertThat(file.keyValueMetadata()).containsEntry("who", "me");
        }
    }

    @Test
    void readsUnrecognizedLogicalTypesAsPhysicalTypes() throws IOException {
        Path path = SharedFiles.parquetTesting("data/unknown-logical-type.parquet");
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                BatchReader reader = file.scan().open()) {
            Column column = file.schema().columns().get(1);
            assertThat(column.field().physicalType()).isEqualTo(PhysicalType.BYTE_ARRAY);
            assertThat(column.field().logicalType()).isInstanceOf(LogicalType.UnrecognizedType.class);
            assertThat(((LogicalType.UnrecognizedType) column.field().logicalType()).fieldId())
                    .isEqualTo(2555);
            assertThat(reader.next().rowCount()).isEqualTo(3);
        }
    }

    @Test
    void readsFooterLongerThanTail() throws IOException {
        ReadOptions options = ReadOptions.builder().tailBytes(8).build();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", complete), options);
                BatchReader reader = file.scan().open()) {
            assertThat(reader.next().rowCount()).isEqualTo(10);
        }
    }

    @Test
    void requestsNoByteOfFooterTwice() throws IOException {
        for (int tail = 8; tail <= complete.length; tail++) {
            RequestedRanges input = new RequestedRanges(complete);
            ReadOptions options = ReadOptions.builder().tailBytes(tail).build();
            try (ParquetFile file = ParquetFile.open(input, options)) {
                assertThat(file.metadata().numRows()).isEqualTo(10);
                assertThat(input.requested(0, complete.length))
                        .isEqualTo(
                                Math.max(tail, complete.length - file.footer().dataEnd()));
            }
        }
    }

    @Test
    void tailLengthFollowsRequestCost() throws IOException {
        RequestedRanges input = new RequestedRanges(complete);
        for (int cost : new int[] {0, 20, RangeSource.LOCAL_REQUEST_COST, RangeSource.REQUEST_COST}) {
            input.requestCost(cost);
            input.forget();
            try (ParquetFile file = ParquetFile.open(input)) {
                long footerLength = complete.length - file.footer().dataEnd();
                assertThat(input.requested(0, complete.length))
                        .isEqualTo(Math.max(footerLength, Math.min(cost, complete.length)));
            }
        }
        try (RangeSource local = new LocalInputFile(directory.resolve("complete")).open()) {
            assertThat(local.requestCost()).isEqualTo(RangeSource.LOCAL_REQUEST_COST);
        }
    }

    @Test
    void passesOnExceptionOfMissingFile() {
        assertThatThrownBy(() -> ParquetFile.open(new LocalInputFile(directory.resolve("missing"))))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void rejectsEmptyFile() {
        assertThatThrownBy(() -> open(new byte[0]))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("file some/file.parquet: the file is empty;"
                        + " a Parquet file begins and ends with the magic PAR1");
    }

    @Test
    void rejectsTinyFile() {
        assertThatThrownBy(() -> open("hi".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("not a Parquet file: it has only 2 bytes, which begin with \"hi\"");
    }

    @Test
    void rejectsTextFileAndQuotesIt() {
        byte[] text = "id,name\n1,first\n2,second".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> open(text))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("not a Parquet file: it begins with \"id,n\" and ends with \"cond\"");
    }

    @Test
    void rejectsTruncatedFile() {
        byte[] cut = Arrays.copyOf(complete, 100);
        assertThatThrownBy(() -> open(cut))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("not a complete Parquet file: it begins with the magic PAR1 but ends with")
                .hasMessageContaining("it was probably cut off at 100 bytes: write or copy it again");
    }

    @Test
    void rejectsPlaintextFooterWithMagicOfEncryptedFooter() {
        byte[] encrypted = complete.clone();
        encrypted[3] = 'E';
        encrypted[encrypted.length - 1] = 'E';
        assertThatThrownBy(() -> open(encrypted))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("FileCryptoMetaData")
                .hasMessageContaining("some/file.parquet");
    }

    @Test
    void rejectsFooterLongerThanFile() {
        byte[] wrong = complete.clone();
        wrong[wrong.length - 6] = 100;
        assertThatThrownBy(() -> open(wrong))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the footer's length is given as");
        wrong[wrong.length - 5] = (byte) 0xFF;
        assertThatThrownBy(() -> open(wrong))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the footer's length is given as 4");
    }

    @Test
    void rejectsDamagedFooter() {
        byte[] wrong = complete.clone();
        Arrays.fill(wrong, wrong.length - 100, wrong.length - 60, (byte) 0xFF);
        assertThatThrownBy(() -> open(wrong))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the footer is damaged");
    }
}
