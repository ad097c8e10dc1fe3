package io.pq2.bloomfilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

class BloomFilterTest {

    @Property(tries = 100)
    void returnsTheSameResultsAsParquetJava(@ForAll long seed) {
        Random random = new Random(seed);
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(32 << random.nextInt(8));
        for (int i = random.nextInt(300); i > 0; i--) {
            peer.insertHash(peer.hash(random.nextInt(1_000)));
        }
        BloomFilter filter = of(peer, PhysicalType.INT32);

        for (int value = -1_000; value < 1_000; value++) {
            assertThat(filter.mightContain(value)).isEqualTo(peer.findHash(peer.hash(value)));
        }
        long hash = random.nextLong();
        byte[] bitset = bitset(peer);
        assertThat(BloomFilterBits.isSet(hash, bitset, BloomFilterBits.block(hash, bitset.length)))
                .isEqualTo(peer.findHash(hash));
    }

    @Test
    void findsValuesOfEachType() {
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(1024);
        peer.insertHash(peer.hash(5));
        peer.insertHash(peer.hash(-6_000_000_000L));
        peer.insertHash(peer.hash(2.5f));
        peer.insertHash(peer.hash(-0.1));
        peer.insertHash(peer.hash(Binary.fromString("münchen")));

        assertThat(of(peer, PhysicalType.INT32).mightContain(5)).isTrue();
        assertThat(of(peer, PhysicalType.INT32).mightContain(6)).isFalse();
        assertThat(of(peer, PhysicalType.INT32).mightContain((1L << 32) + 5)).isFalse();
        assertThat(of(peer, PhysicalType.INT64).mightContain(-6_000_000_000L)).isTrue();
        assertThat(of(peer, PhysicalType.INT64).mightContain(5)).isFalse();
        assertThat(of(peer, PhysicalType.FLOAT).mightContain(2.5)).isTrue();
        assertThat(of(peer, PhysicalType.FLOAT).mightContain(2.5000000001)).isFalse();
        assertThat(of(peer, PhysicalType.DOUBLE).mightContain(-0.1)).isTrue();
        assertThat(of(peer, PhysicalType.DOUBLE).mightContain(0.1)).isFalse();
        assertThat(of(peer, PhysicalType.BYTE_ARRAY).mightContain("münchen")).isTrue();
        assertThat(of(peer, PhysicalType.BYTE_ARRAY).mightContain("münster")).isFalse();
        assertThat(of(peer, PhysicalType.FIXED_LEN_BYTE_ARRAY).mightContain(new byte[] {1}))
                .isFalse();
    }

    @Test
    void treatsBothZerosAsEqualAndNanAsPossiblyPresent() {
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(1024);
        assertThat(of(peer, PhysicalType.DOUBLE).mightContain(0.0)).isFalse();
        peer.insertHash(peer.hash(-0.0));
        peer.insertHash(peer.hash(0.0f));

        assertThat(of(peer, PhysicalType.DOUBLE).mightContain(0.0)).isTrue();
        assertThat(of(peer, PhysicalType.FLOAT).mightContain(-0.0)).isTrue();
        assertThat(of(peer, PhysicalType.FLOAT).mightContain(Double.NaN)).isTrue();
    }

    @Test
    void refusesValuesOfAnotherType() {
        BloomFilter filter = of(new BlockSplitBloomFilter(1024), PhysicalType.INT64);
        assertThatThrownBy(() -> filter.mightContain("5"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("INT64");
        assertThatThrownBy(() -> filter.mightContain(5.0)).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void readsAFilterOfAnotherWriter() throws IOException {
        byte[] bytes = Files.readAllBytes(SharedFiles.parquetTesting("data/bloom_filter.xxhash.bin"));
        CompactReader in = new CompactReader(bytes, 0, bytes.length);
        BloomFilterHeader header = BloomFilterHeaderReader.read(in);
        BloomFilter filter = BloomFilter.of(field(PhysicalType.BYTE_ARRAY), header, bytes, in.position());

        assertThat(filter.bitsetBytes()).isEqualTo(bytes.length - in.position());
        for (String word : new String[] {"hello", "parquet", "bloom", "filter"}) {
            assertThat(filter.mightContain(word)).isTrue();
        }
        assertThat(filter.mightContain("goodbye")).isFalse();
    }

    @Test
    void rejectsUnknownFilters() {
        assertThatThrownBy(() -> BloomFilterBits.check(header(31))).isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> BloomFilterBits.check(header(0)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("numBytes");
        assertThatThrownBy(() -> BloomFilterBits.check(new BloomFilterHeader(
                        32, BloomFilterAlgorithm.BLOCK, BloomFilterHash.UNKNOWN, BloomFilterCompression.UNCOMPRESSED)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("hash UNKNOWN");
    }

    private static BloomFilter of(BlockSplitBloomFilter peer, PhysicalType type) {
        byte[] bitset = bitset(peer);
        return BloomFilter.of(field(type), header(bitset.length), bitset, 0);
    }

    private static byte[] bitset(BlockSplitBloomFilter peer) {
        ByteArrayOutputStream bitset = new ByteArrayOutputStream();
        try {
            peer.writeTo(bitset);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bitset.toByteArray();
    }

    private static BloomFilterHeader header(int bytes) {
        return new BloomFilterHeader(
                bytes, BloomFilterAlgorithm.BLOCK, BloomFilterHash.XXHASH, BloomFilterCompression.UNCOMPRESSED);
    }

    private static PrimitiveField field(PhysicalType type) {
        int length = type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? 1 : 0;
        return new PrimitiveField("f", Repetition.REQUIRED, type, length, null, null);
    }
}
