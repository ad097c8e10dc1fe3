package io.pq2.fuzz.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ThriftTreesTest {

    @Test
    void parsesWhatItWrites() {
        for (int seed = 0; seed < 500; seed++) {
            ThriftValue struct = new ThriftValue(0, ThriftValue.STRUCT);
            TreeMutator random = new TreeMutator(new SplittableRandom(seed));
            for (int id = 1; id < 40; id += 1 + seed % 20) {
                struct.children.add(random.unknown(id, 3));
            }
            byte[] bytes = ThriftOutput.bytes(struct);
            ThriftParser parser = new ThriftParser(bytes, 0);
            assertThat(ThriftOutput.bytes(parser.struct())).isEqualTo(bytes);
            assertThat(parser.position()).isEqualTo(bytes.length);
        }
    }

    @Test
    void writesWhateverAMutationLeaves() {
        for (int seed = 0; seed < 2_000; seed++) {
            TreeMutator random = new TreeMutator(new SplittableRandom(seed));
            ThriftValue struct = new ThriftValue(0, ThriftValue.STRUCT);
            struct.children.add(random.unknown(3, 3));
            for (int i = 0; i < 5; i++) {
                random.mutate(struct);
            }
            assertThat(ThriftOutput.bytes(struct)).isNotEmpty();
        }
    }
}
