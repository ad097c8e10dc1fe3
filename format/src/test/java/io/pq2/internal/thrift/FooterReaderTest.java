package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FooterReaderTest {

    static Stream<Path> files() {
        return Stream.of("data", "shredded_variant")
                .flatMap(folder -> SharedFiles.parquetFiles(folder).stream())
                .filter(file -> SharedFiles.plaintextFooter(file) != null);
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsTheSameAsParquetJava(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        FileMetaData actual = FooterReader.read(footer, 0, footer.length);
        ParquetJavaPeer.assertSame(
                "FileMetaData", actual, ParquetJavaPeer.read(new org.apache.parquet.format.FileMetaData(), footer));
    }

    @ParameterizedTest
    @MethodSource("files")
    void derivesThePathsOfColumnsFromTheSchema(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        FileMetaData metadata = FooterReader.read(footer, 0, footer.length);
        Schema schema = SchemaElements.toSchema(metadata.schema());
        LeafPaths paths = new LeafPaths();
        paths.set(metadata.schema());
        List<List<String>> expected =
                schema.columns().stream().map(Column::path).toList();
        assertThat(paths.size()).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            assertThat(paths.get(i)).isEqualTo(expected.get(i));
        }
    }
}
