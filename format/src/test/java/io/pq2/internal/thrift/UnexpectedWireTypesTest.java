package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.thrift.IdlBytes.Wrong;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.ThriftIdl.Entry;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads every struct of parquet.thrift with every wrong wire type in each of its fields. */
class UnexpectedWireTypesTest {

    /** Unions without which nothing can be decrypted. Others without a member are unknown values. */
    private static final Set<String> NEEDED_UNIONS = Set.of("EncryptionAlgorithm", "ColumnCryptoMetaData");

    static Stream<Wrong> optional() {
        return IdlBytes.all().stream().filter(wrong -> !isRequired(wrong.field()));
    }

    static Stream<Wrong> required() {
        return IdlBytes.all().stream().filter(wrong -> isRequired(wrong.field()));
    }

    private static boolean isRequired(Entry field) {
        return field.kind().equals("union") ? NEEDED_UNIONS.contains(field.type()) : !field.optional();
    }

    @ParameterizedTest
    @MethodSource("optional")
    void skipsOptionalField(Wrong wrong) {
        byte[] bytes = IdlBytes.of(wrong);
        CompactReader in = new CompactReader(bytes, 0, bytes.length);
        assertThat(read(wrong.root(), in)).isNotNull();
        assertThat(in.position()).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @MethodSource("required")
    void namesRequiredField(Wrong wrong) {
        byte[] bytes = IdlBytes.of(wrong);
        Entry field = wrong.field();
        boolean union = field.kind().equals("union");
        String name = union ? wrong.path().get(wrong.path().size() - 2).member() : field.toString();
        assertThatThrownBy(() -> read(wrong.root(), new CompactReader(bytes, 0, bytes.length)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(name);
    }

    private static Object read(String root, CompactReader in) {
        return switch (root) {
            case "FileMetaData" -> {
                FileMetaData footer = FooterReader.read(in);
                footer.rowGroups()
                        .forEach(rowGroup ->
                                assertThat(List.copyOf(rowGroup.columns())).hasSize(1));
                yield footer;
            }
            case "FileCryptoMetaData" -> CryptoMetaDataReader.read(in);
            case "PageHeader" -> PageHeaderReader.read(in);
            case "ColumnIndex" -> PageIndexReader.readColumnIndex(in);
            case "OffsetIndex" -> PageIndexReader.readOffsetIndex(in);
            case "BloomFilterHeader" -> BloomFilterHeaderReader.read(in);
            default -> throw new AssertionError(root);
        };
    }
}
