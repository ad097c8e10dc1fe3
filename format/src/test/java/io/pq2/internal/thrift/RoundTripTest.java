package io.pq2.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.FileCryptoMetaData;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageHeader;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {

    @Property(tries = 100)
    void readsTheFootersThatItWrites(@ForAll long seed) {
        FileMetaData metadata = new RandomRecords(seed).fileMetadata();
        roundTrip(metadata, FooterWriter::write, FooterReader::read);
    }

    @Property(tries = 100)
    void readsTheColumnMetadataThatItWrites(@ForAll long seed) {
        ColumnMetaData metadata = new RandomRecords(seed).make(ColumnMetaData.class);
        roundTrip(
                metadata,
                ColumnChunkWriter::writeMetadata,
                in -> ColumnChunkReader.readMetadata(in, metadata.pathInSchema()));
    }

    @Property(tries = 100)
    void readsThePageHeadersThatItWrites(@ForAll long seed) {
        PageHeader header = new RandomRecords(seed).pageHeader();
        byte[] bytes = roundTrip(header, PageHeaderWriter::write, PageHeaderReader::read);
        if (!header.toString().contains("ALP")) { // parquet-java 1.17 does not know this encoding.
            ParquetJavaPeer.assertSame(
                    "PageHeader", header, ParquetJavaPeer.read(new org.apache.parquet.format.PageHeader(), bytes));
        }
    }

    @Property(tries = 100)
    void readsTheColumnIndexesThatItWrites(@ForAll long seed) {
        ColumnIndex index = new RandomRecords(seed).columnIndex();
        byte[] bytes = roundTrip(index, PageIndexWriter::write, PageIndexReader::readColumnIndex);
        ParquetJavaPeer.assertSame(
                "ColumnIndex", index, ParquetJavaPeer.read(new org.apache.parquet.format.ColumnIndex(), bytes));
    }

    @Property(tries = 100)
    void readsTheOffsetIndexesThatItWrites(@ForAll long seed) {
        OffsetIndex index = new RandomRecords(seed).offsetIndex();
        byte[] bytes = roundTrip(index, PageIndexWriter::write, PageIndexReader::readOffsetIndex);
        ParquetJavaPeer.assertSame(
                "OffsetIndex", index, ParquetJavaPeer.read(new org.apache.parquet.format.OffsetIndex(), bytes));
    }

    @Property(tries = 50)
    void readsTheBloomFilterHeadersThatItWrites(@ForAll long seed) {
        BloomFilterHeader header = new RandomRecords(seed).make(BloomFilterHeader.class);
        byte[] bytes = roundTrip(header, BloomFilterHeaderWriter::write, BloomFilterHeaderReader::read);
        ParquetJavaPeer.assertSame(
                "BloomFilterHeader",
                header,
                ParquetJavaPeer.read(new org.apache.parquet.format.BloomFilterHeader(), bytes));
    }

    @Property(tries = 50)
    void readsTheCryptoMetadataThatItWrites(@ForAll long seed) {
        FileCryptoMetaData metadata = new RandomRecords(seed).make(FileCryptoMetaData.class);
        byte[] bytes = roundTrip(metadata, CryptoMetaDataWriter::write, CryptoMetaDataReader::read);
        ParquetJavaPeer.assertSame(
                "FileCryptoMetaData",
                metadata,
                ParquetJavaPeer.read(new org.apache.parquet.format.FileCryptoMetaData(), bytes));
    }

    static Stream<Path> files() {
        return FooterReaderTest.files();
    }

    @ParameterizedTest
    @MethodSource("files")
    void rewritesTheFootersOfOtherWriters(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        FileMetaData metadata = FooterReader.read(footer, 0, footer.length);
        byte[] bytes = roundTrip(metadata, FooterWriter::write, FooterReader::read);
        if (file.endsWith("unknown-logical-type.parquet")) {
            return; // parquet-java does not keep the type.
        }
        ParquetJavaPeer.assertSame(
                "FileMetaData", metadata, ParquetJavaPeer.read(new org.apache.parquet.format.FileMetaData(), bytes));
    }

    @Test
    void refusesToWriteUnknownTypes() {
        CompactWriter out = new CompactWriter();
        assertThatThrownBy(() -> CryptoMetaDataWriter.write(
                        new FileCryptoMetaData(new EncryptionAlgorithm.Unrecognized(9), null), out))
                .isInstanceOf(InvalidDataException.class);
    }

    private static <T> byte[] roundTrip(
            T structure, BiConsumer<T, CompactWriter> writer, Function<CompactReader, T> reader) {
        CompactWriter out = new CompactWriter(16);
        writer.accept(structure, out);
        byte[] bytes = out.toByteArray();
        CompactReader in = new CompactReader(bytes, 0, bytes.length);
        assertThat(reader.apply(in)).usingRecursiveComparison().isEqualTo(structure);
        assertThat(in.position()).isEqualTo(bytes.length);
        return bytes;
    }
}
