package io.pq2.hadoop.split;

import io.pq2.hadoop.internal.split.BlockHosts;
import io.pq2.hadoop.internal.split.FileWork;
import io.pq2.hadoop.internal.split.RowGroupRun;
import io.pq2.hadoop.internal.split.SaturatingMath;
import io.pq2.hadoop.internal.split.SplitPacker;
import io.pq2.hadoop.options.HadoopSplitOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;

/** What there is to read of a table, to be divided among tasks. Immutable. */
public final class SplitWork {

    private final HadoopSplitOptions options;
    private final List<FileWork> files;

    /** A part of a file that is not divided any more. */
    public record Piece(int file, int index, RowGroupRun run) {

        public static final Comparator<Piece> IN_ORDER =
                Comparator.comparingInt(Piece::file).thenComparingInt(Piece::index);
    }

    SplitWork(HadoopSplitOptions options, List<FileWork> files) {
        this.options = options;
        this.files = files;
    }

    /** How many bytes are to be read of all files. */
    public long bytes() {
        long bytes = 0;
        for (FileWork file : files) {
            bytes = SaturatingMath.sum(bytes, file.bytes());
        }
        return bytes;
    }

    /** How many bytes are to be read of all files, and what it costs to open those of which any are. */
    public long cost() {
        long cost = 0;
        for (FileWork file : files) {
            if (!file.runs().isEmpty()) {
                cost = SaturatingMath.sum(cost, SaturatingMath.sum(file.bytes(), options.openCost()));
            }
        }
        return cost;
    }

    /** The row groups that are not read, because it is proved that they have no wanted rows. */
    public SkippedRowGroups skipped() {
        SkippedRowGroups skipped = SkippedRowGroups.NONE;
        for (FileWork file : files) {
            skipped = skipped.plus(file.skipped());
        }
        return skipped;
    }

    /**
     * Divides it. No split of more than one row group, or range, has more bytes to read than {@code sizes} say, with the cost of
     * opening all its files but one. If files are combined, at most one split has less than half of that to do.
     *
     * @return the splits with the most to do first; none if there is nothing to read
     */
    public List<Split> splits(SplitSizes sizes) {
        List<Piece> pieces = new ArrayList<>();
        long most = 1;
        for (int i = 0; i < files.size(); i++) {
            FileWork file = files.get(i);
            long bytes = sizes.of(file.file());
            List<RowGroupRun> runs = options.splitFiles() ? file.cut(bytes, options.combine()) : file.uncut();
            for (int j = 0; j < runs.size(); j++) {
                pieces.add(new Piece(i, j, runs.get(j)));
            }
            most = Math.max(most, bytes);
        }
        SplitPacker packer = new SplitPacker(most, options.openCost(), options.combine());
        return packer.pack(pieces).stream().map(this::split).toList();
    }

    private Split split(List<Piece> pieces) {
        List<Piece> ordered = pieces.stream().sorted(Piece.IN_ORDER).toList();
        List<FilePart> parts = new ArrayList<>();
        Map<String, Long> bytesByHost = new HashMap<>();
        int begin = 0;
        for (int i = 1; i <= ordered.size(); i++) {
            if (i == ordered.size() || !areOnePart(ordered.get(i - 1), ordered.get(i))) {
                List<RowGroupRun> runs =
                        ordered.subList(begin, i).stream().map(Piece::run).toList();
                FilePart part = part(ordered.get(begin).file(), FileWork.joined(runs));
                part.hosts().forEach(host -> bytesByHost.merge(host, Math.max(1, part.bytes()), SaturatingMath::sum));
                parts.add(part);
                begin = i;
            }
        }
        return new Split(parts, parts.size() == 1 ? parts.get(0).hosts() : BlockHosts.most(bytesByHost));
    }

    private static boolean areOnePart(Piece piece, Piece next) {
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
