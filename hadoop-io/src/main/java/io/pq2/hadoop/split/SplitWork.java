package io.pq2.hadoop.split;

import io.pq2.hadoop.internal.split.BlockHosts;
import io.pq2.hadoop.internal.split.FileWork;
import io.pq2.hadoop.internal.split.RowGroupRun;
import io.pq2.hadoop.internal.split.SaturatingMath;
import io.pq2.hadoop.internal.split.SplitPacker;
import io.pq2.hadoop.internal.split.SplitPiece;
import io.pq2.hadoop.options.HadoopSplitOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;

/** The row groups or byte ranges of all files of an input, which are divided into splits. Immutable. */
public final class SplitWork {

    private final HadoopSplitOptions options;
    private final List<FileWork> files;

    SplitWork(HadoopSplitOptions options, List<FileWork> files) {
        this.options = options;
        this.files = files;
    }

    /** Returns the number of bytes to read of all files. */
    public long bytes() {
        long bytes = 0;
        for (FileWork file : files) {
            bytes = SaturatingMath.sum(bytes, file.bytes());
        }
        return bytes;
    }

    /** Returns the number of bytes to read of all files plus the cost of opening each file that is read. */
    public long cost() {
        long cost = 0;
        for (FileWork file : files) {
            if (!file.runs().isEmpty()) {
                cost = SaturatingMath.sum(cost, SaturatingMath.sum(file.bytes(), options.openCost()));
            }
        }
        return cost;
    }

    /** Returns the counts of row groups that are skipped because none of their rows can match the filter. */
    public SkippedRowGroups skipped() {
        SkippedRowGroups skipped = SkippedRowGroups.NONE;
        for (FileWork file : files) {
            skipped = skipped.plus(file.skipped());
        }
        return skipped;
    }

    /**
     * Divides the input into splits.
     *
     * <p>The cost of a split is the number of its bytes plus the cost of opening all its files but one. No split of
     * more than one row group or byte range costs more than {@code sizes} allow. If files are combined, at most one
     * split costs less than half of that.
     *
     * @param sizes the target sizes of splits
     * @return the splits in descending order of cost; empty if there is nothing to read
     */
    public List<Split> splits(SplitSizes sizes) {
        List<SplitPiece> pieces = new ArrayList<>();
        long maxBytes = 1;
        for (int i = 0; i < files.size(); i++) {
            FileWork file = files.get(i);
            long bytes = sizes.of(file.file());
            List<RowGroupRun> runs = options.splitFiles() ? file.cut(bytes, options.combine()) : file.uncut();
            for (int j = 0; j < runs.size(); j++) {
                pieces.add(new SplitPiece(i, j, runs.get(j)));
            }
            maxBytes = Math.max(maxBytes, bytes);
        }
        SplitPacker packer = new SplitPacker(maxBytes, options.openCost(), options.combine());
        return packer.pack(pieces).stream().map(this::split).toList();
    }

    private Split split(List<SplitPiece> pieces) {
        List<SplitPiece> ordered = pieces.stream().sorted(SplitPiece.IN_ORDER).toList();
        List<FilePart> parts = new ArrayList<>();
        Map<String, Long> bytesByHost = new HashMap<>();
        int begin = 0;
        for (int i = 1; i <= ordered.size(); i++) {
            if (i == ordered.size() || !areOnePart(ordered.get(i - 1), ordered.get(i))) {
                List<RowGroupRun> runs =
                        ordered.subList(begin, i).stream().map(SplitPiece::run).toList();
                FilePart part = part(ordered.get(begin).file(), FileWork.joined(runs));
                part.hosts().forEach(host -> bytesByHost.merge(host, Math.max(1, part.bytes()), SaturatingMath::sum));
                parts.add(part);
                begin = i;
            }
        }
        return new Split(parts, parts.size() == 1 ? parts.get(0).hosts() : BlockHosts.largest(bytesByHost));
    }

    private static boolean areOnePart(SplitPiece piece, SplitPiece next) {
        return piece.file() == next.file() && piece.run().canBeJoined(next.run());
    }

    private FilePart part(int index, RowGroupRun run) {
        FileStatus file = files.get(index).file();
        return new FilePart(
                index,
                file.getPath(),
                file.getLen(),
                run.start(),
                run.end() - run.start(),
                run.rowGroups(),
                run.bytes(),
                run.rows(),
                run.hosts());
    }
}
