package io.pq2.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the threads of Spark's tasks do, by samples of the JDK Flight Recorder.
 *
 * <p>A sample counts for the topmost frame of its stack that belongs to an operator. Frames of the JDK, of codecs and
 * of column vectors count for their callers. The code that Spark generates for a stage has at most one method per
 * operator: the loop over the rows of a scan, with filters and projections that are inlined in it, counts for the
 * operator whose method has the loop.
 */
final class OperatorShares implements AutoCloseable {

    private static final String EVENT = "jdk.ExecutionSample";
    // The recorder knows a thread by its name at the end: "Executor task launch worker-N", or "... idle worker#N".
    private static final String TASK_THREAD = "Executor task ";

    /** Kinds of work. The order matters: a frame is of the first kind whose pattern it matches. */
    enum Kind {
        BATCHES("batches", "io\\.pq2\\.spark\\.internal\\.batch\\..*"),
        SCAN(
                "scan",
                "io\\.pq2\\.(?!bench).*|org\\.apache\\.parquet\\..*"
                        + "|org\\.apache\\.spark\\.sql\\.execution\\.datasources\\..*"),
        AGGREGATE(
                "aggregate",
                ".*(\\.aggregate\\.|UnsafeFixedWidthAggregationMap).*|.*Generated.*(hashAgg|objectAgg|sortAgg)_.*"),
        JOIN("join", ".*\\.execution\\.joins\\..*|.*SortMergeJoin.*|.*Generated.*(bhj|smj|shj|bnlj)_.*"),
        SORT(
                "sort",
                ".*(UnsafeExternalRowSorter|UnsafeExternalSorter|UnsafeInMemorySorter|RadixSort|TimSort"
                        + "|execution\\.SortExec).*|.*Generated.*[.$]sort_.*"),
        EXCHANGE(
                "exchange",
                "org\\.apache\\.spark\\.(shuffle|storage|io|network)\\..*|.*\\.execution\\.exchange\\..*"
                        + "|.*(UnsafeRowSerializer|ShuffleExternalSorter|ShuffledRowRDD).*"),
        ROWS("rows, filter, projection", ".*Generated.*|.*(ColumnarToRowExec|FilterExec|ProjectExec).*"),
        OTHER("other", ".*");

        private final String title;
        private final Pattern frames;

        Kind(String title, String frames) {
            this.title = title;
            this.frames = Pattern.compile(frames);
        }

        String title() {
            return title;
        }
    }

    /** The share of each kind, from 0 to 1, and the number of samples that they were counted from. */
    record Shares(Map<Kind, Double> shares, long samples) {}

    private final Recording recording = new Recording();

    /** Starts to record. */
    OperatorShares() {
        recording.enable(EVENT).with("period", "10 ms");
        recording.start();
    }

    /** Stops, and returns the shares since the start. */
    Shares stop() throws IOException {
        Path file = Files.createTempFile("shares", ".jfr");
        try {
            recording.stop();
            recording.dump(file);
            Map<Kind, Long> samples = new EnumMap<>(Kind.class);
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(EVENT) && isTask(event)) {
                    samples.merge(kind(event.getStackTrace().getFrames()), 1L, Long::sum);
                }
            }
            long sum = samples.values().stream().mapToLong(Long::longValue).sum();
            Map<Kind, Double> shares = new EnumMap<>(Kind.class);
            samples.forEach((kind, count) -> shares.put(kind, (double) count / sum));
            return new Shares(shares, sum);
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }

    private static boolean isTask(RecordedEvent event) {
        return event.getStackTrace() != null
                && event.getThread("sampledThread") != null
                && event.getThread("sampledThread").getJavaName() != null
                && event.getThread("sampledThread").getJavaName().startsWith(TASK_THREAD);
    }

    private static Kind kind(List<RecordedFrame> frames) {
        return kindOf(frames.stream()
                .map(RecordedFrame::getMethod)
                .map(method -> method.getType().getName() + "." + method.getName())
                .toList());
    }

    /**
     * Returns the kind of a stack.
     *
     * @param methods the full names of its methods, from the top
     */
    static Kind kindOf(List<String> methods) {
        return methods.stream()
                .filter(method -> !method.contains("ColumnVector") && !method.startsWith("java."))
                .flatMap(method -> IntStream.range(0, Kind.OTHER.ordinal())
                        .mapToObj(i -> Kind.values()[i])
                        .filter(kind -> kind.frames.matcher(method).matches())
                        .limit(1))
                .findFirst()
                .orElse(Kind.OTHER);
    }
}
