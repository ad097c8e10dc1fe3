package io.pq2.hadoop.internal.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.UnknownMasterKeyException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KmsCallsTest {

    private final List<Long> pauses = new ArrayList<>();
    private final List<Long> timeouts = new ArrayList<>();
    private long millis;
    private double random;

    private final KmsCalls.Clock clock = new KmsCalls.Clock() {
        @Override
        public long nanos() {
            return Duration.ofMillis(millis).toNanos();
        }

        @Override
        public void pause(Duration pause) {
            pauses.add(pause.toMillis());
            millis += pause.toMillis();
        }

        @Override
        public double random() {
            return random;
        }
    };

    @Test
    void returnsTheFirstAnswer() {
        assertThat(calls(5, 10_000).call("mk", failing(2, 0))).isEqualTo("answer");
        assertThat(pauses).containsExactly(100L, 200L);
    }

    @Test
    void doublesThePauseUpToALimit() {
        assertThatThrownBy(() -> calls(6, 100_000).call("mk", failing(6, 0)))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("the KMS test")
                .hasMessageContaining("master key mk")
                .hasMessageContaining("no answer 6")
                .hasMessageContaining("attempts: 6, in 1700 ms")
                .hasCauseInstanceOf(IOException.class);
        assertThat(pauses).containsExactly(100L, 200L, 400L, 500L, 500L);
    }

    @Test
    void shortensEachPauseByUpToHalfAtRandom() {
        random = 0.99;
        calls(5, 10_000).call("mk", failing(2, 0));
        assertThat(pauses).containsExactly(51L, 101L);
    }

    @Test
    void waitsAsLongAsTheKmsRequests() {
        calls(5, 10_000).call("mk", failing(1, 3_000));
        assertThat(pauses).containsExactly(3_000L);
    }

    @Test
    void givesUpIfThePauseWouldExceedTheTotalTime() {
        assertThatThrownBy(() -> calls(5, 2_000).call("mk", failing(1, 3_000)))
                .isInstanceOf(KmsUnavailableException.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void limitsTheTimeoutOfACallToTheRemainingTime() {
        assertThatThrownBy(() -> calls(100, 2_000).call("mk", timeout -> {
                    timeouts.add(timeout.toMillis());
                    millis += timeout.toMillis();
                    throw new NoAnswerException("slow", null);
                }))
                .isInstanceOf(KmsUnavailableException.class);
        assertThat(timeouts).containsExactly(1_000L, 900L);
        assertThat(millis).isEqualTo(2_000);
    }

    @Test
    void doesNotRetryAfterARefusal() {
        List<Integer> made = new ArrayList<>();
        assertThatThrownBy(() -> calls(5, 10_000).call("mk", timeout -> {
                    made.add(1);
                    throw new UnknownMasterKeyException("test", "mk", "none", null);
                }))
                .isInstanceOf(UnknownMasterKeyException.class);
        assertThat(made).hasSize(1);
    }

    @Test
    void stopsOnInterruptionAndKeepsTheInterruptStatus() {
        assertThatThrownBy(() -> calls(5, 10_000).call("mk", timeout -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private KmsCalls calls(int attempts, int totalMillis) {
        return new KmsCalls(
                "test",
                new KmsRetryOptions(
                        attempts,
                        Duration.ofMillis(1_000),
                        Duration.ofMillis(totalMillis),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500)),
                clock);
    }

    private KmsCalls.Attempt<String> failing(int times, int notBeforeMillis) {
        int[] made = {0};
        return timeout -> {
            if (made[0]++ < times) {
                throw new NoAnswerException(
                        "no answer " + made[0], new IOException("reset"), Duration.ofMillis(notBeforeMillis));
            }
            return "answer";
        };
    }
}
