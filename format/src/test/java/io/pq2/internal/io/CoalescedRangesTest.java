package io.pq2.internal.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.ByteRange;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CoalescedRangesTest {

    @Test
    void joinsRangesWithinTheGap() {
        CoalescedRanges ranges = CoalescedRanges.of(
                List.of(new ByteRange(100, 50), new ByteRange(4, 90), new ByteRange(1_000, 10)), 6, 1 << 20);

        assertThat(ranges.requests()).containsExactly(new ByteRange(4, 146), new ByteRange(1_000, 10));
        assertThat(ranges.requestOf()).containsExactly(0, 0, 1);
        assertThat(ranges.requestedBytes()).isEqualTo(156);
    }

    @Test
    void limitsTheLengthOfRequests() {
        List<ByteRange> adjacent = List.of(new ByteRange(0, 60), new ByteRange(60, 40), new ByteRange(100, 1));

        assertThat(CoalescedRanges.of(adjacent, 0, 100).requests())
                .containsExactly(new ByteRange(0, 100), new ByteRange(100, 1));
    }

    @Test
    void joinsOverlappingRangesAboveTheLimit() {
        List<ByteRange> overlapping = List.of(new ByteRange(0, 60), new ByteRange(50, 40));

        assertThat(CoalescedRanges.of(overlapping, 0, 10).requests()).containsExactly(new ByteRange(0, 90));
    }

    @Test
    void makesNoRequestsForNoRanges() {
        assertThat(CoalescedRanges.of(List.of(), 10, 10).requests()).isEmpty();
    }

    @Property
    void requestsContainTheRangesInOrderAndWithoutOverlap(
            @ForAll @Size(max = 20) List<@IntRange(max = 500) Integer> offsets,
            @ForAll @IntRange(max = 40) int length,
            @ForAll @IntRange(max = 40) int gap,
            @ForAll @IntRange(min = 1, max = 200) int limit) {
        List<ByteRange> byteRanges = new ArrayList<>();
        for (int offset : offsets) {
            byteRanges.add(new ByteRange(offset, length));
        }

        CoalescedRanges ranges = CoalescedRanges.of(byteRanges, gap, limit);

        for (int i = 0; i < byteRanges.size(); i++) {
            ByteRange request = ranges.requests().get(ranges.requestOf().get(i));
            assertThat(request.offset()).isLessThanOrEqualTo(byteRanges.get(i).offset());
            assertThat(request.end()).isGreaterThanOrEqualTo(byteRanges.get(i).end());
        }
        for (int i = 1; i < ranges.requests().size(); i++) {
            assertThat(ranges.requests().get(i - 1).end())
                    .isLessThanOrEqualTo(ranges.requests().get(i).offset());
        }
    }
}
