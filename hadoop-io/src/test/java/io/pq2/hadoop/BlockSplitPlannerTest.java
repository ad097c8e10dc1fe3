package io.pq2.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class BlockSplitPlannerTest {

    private static FileStatus file(long length, long blockSize) {
        return new FileStatus(length, false, 1, blockSize, 0, new Path("/data/a.parquet"));
    }

    @Test
    void coversEachByteOnceWhateverTheSizes() throws IOException {
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            long length = random.nextInt(10_000);
            FileStatus file = file(length, random.nextInt(3000));
            List<Split> splits =
                    new BlockSplitPlanner(1 + random.nextInt(500), 1 + random.nextInt(5000)).plan(file, List.of());
            long end = 0;
            for (Split split : splits) {
                assertThat(split.start()).isEqualTo(end);
                assertThat(split.length()).isPositive();
                assertThat(split.fileLength()).isEqualTo(length);
                end += split.length();
            }
            assertThat(end).isEqualTo(length);
        }
    }

    @Test
    void takesTheBlockSizeWithinItsBounds() throws IOException {
        assertThat(new BlockSplitPlanner(1, Long.MAX_VALUE).plan(file(1000, 400), List.of()))
                .extracting(Split::length)
                .containsExactly(400L, 400L, 200L);
        assertThat(new BlockSplitPlanner(1, 300).plan(file(1000, 400), List.of()))
                .extracting(Split::length)
                .containsExactly(300L, 300L, 300L, 100L);
        assertThat(new BlockSplitPlanner(500, 300).plan(file(1000, 400), List.of()))
                .extracting(Split::length)
                .containsExactly(500L, 500L);
    }

    @Test
    void leavesNoSliverAtTheEnd() throws IOException {
        assertThat(new BlockSplitPlanner(1, Long.MAX_VALUE).plan(file(1050, 1000), List.of()))
                .extracting(Split::length)
                .containsExactly(1050L);
    }

    @Test
    void hasNoSplitForAnEmptyFile() throws IOException {
        assertThat(new BlockSplitPlanner(1, 100).plan(file(0, 100), List.of())).isEmpty();
    }

    @Test
    void namesTheHostsThatHaveMostOfASplitFirst() throws IOException {
        List<BlockLocation> blocks = List.of(
                new BlockLocation(null, new String[] {"a", "b"}, 0, 60),
                new BlockLocation(null, new String[] {"b", "c"}, 60, 60),
                new BlockLocation(null, new String[] {"d", "e"}, 120, 80));
        List<Split> splits = new BlockSplitPlanner(100, 100).plan(file(200, 60), blocks);
        assertThat(splits.get(0).hosts()).containsExactly("b", "a", "c");
        assertThat(splits.get(1).hosts()).containsExactly("d", "e", "b");
    }

    @Test
    void refusesBoundsThatAreNotPositive() {
        assertThatThrownBy(() -> new BlockSplitPlanner(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BlockSplitPlanner(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
