package io.pq2.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.bench.OperatorShares.Kind;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("spark")
class OperatorSharesTest {

    private static final String GENERATED =
            "org.apache.spark.sql.catalyst.expressions.GeneratedClass$GeneratedIteratorForCodegenStage1";

    @ParameterizedTest
    @CsvSource({
        "hashAgg_doAggregateWithKeys_0, AGGREGATE",
        "bhj_doConsume_0, JOIN",
        "smj_findNextJoinRows_0, JOIN",
        "sort_addToSorter_0, SORT",
        "columnartorow_nextBatch_0, ROWS",
        "processNext, ROWS"
    })
    void aMethodOfGeneratedCodeTellsTheOperator(String method, Kind kind) {
        assertThat(OperatorShares.kindOf(List.of(GENERATED + "." + method))).isEqualTo(kind);
    }

    @Test
    void theTopmostFrameOfAnOperatorCounts() {
        assertThat(OperatorShares.kindOf(List.of(
                        "org.xerial.snappy.SnappyNative.rawUncompress",
                        "io.pq2.format.Pages.read",
                        GENERATED + ".columnartorow_nextBatch_0",
                        "org.apache.spark.shuffle.sort.UnsafeShuffleWriter.write")))
                .isEqualTo(Kind.SCAN);
        assertThat(OperatorShares.kindOf(List.of(
                        "org.apache.spark.sql.execution.vectorized.OnHeapColumnVector.getLong",
                        GENERATED + ".columnartorow_nextBatch_0",
                        "org.apache.spark.shuffle.sort.UnsafeShuffleWriter.write")))
                .isEqualTo(Kind.ROWS);
        assertThat(OperatorShares.kindOf(List.of("java.lang.Thread.run"))).isEqualTo(Kind.OTHER);
    }
}
