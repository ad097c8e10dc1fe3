package io.pq2.internal.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.compact.FileGroup;
import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.compact.DirectoryWalk.TableDirectory;
import io.pq2.internal.compact.SurveyedFile.Kind;
import io.pq2.rewrite.Verification;
import io.pq2.write.SortedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Packs the files of a directory into groups that one new file replaces. */
public final class GroupPlanner {

    private static final long DEFAULT_TARGET = 128L << 20;
    /** A file is small below this share of the target size. */
    private static final double SMALL = 0.75;
    /** A group takes no more files above this share of the target size. */
    private static final double FULL = 0.9;
    /** Row groups are decoded and combined below this share of the row group size. */
    private static final int COMBINED_SHARE = 8;

    private final TableFileSystem files;
    private final CompactionOptions options;
    private final FileSurvey survey;
    /** The time of the last change of the youngest files, in milliseconds since 1970. */
    private final long newest;

    /** Creates a planner that reads footers with a survey. */
    public GroupPlanner(TableFileSystem files, CompactionOptions options, FileSurvey survey) {
        this.files = files;
        this.options = options;
        this.survey = survey;
        this.newest = options.minAge().isZero()
                ? Long.MAX_VALUE
                : System.currentTimeMillis() - options.minAge().toMillis();
    }

    /** Returns the size in bytes below which row groups are decoded and combined. */
    public static long combinedBelow(CompactionOptions options) {
        long explicit = options.rewrite().combineBelow();
        return explicit > 0 ? explicit : options.rewrite().writeOptions().rowGroupBytes() / COMBINED_SHARE;
    }

    private static final class Bin {
        private final List<SurveyedFile> files = new ArrayList<>();
        private long bytes;
    }

    /**
     * The plan of a directory.
     *
     * @param groups the groups in the order of their first files
     * @param refusal why files are not among them: a column that the options name is missing or unsuitable; null if
     *     there are no such files
     * @param youngFiles the number of files that are too young
     */
    public record PlannedGroups(
            List<FileGroup> groups, @Nullable InvalidDataException refusal, int youngFiles) {

        private static final PlannedGroups NONE = new PlannedGroups(List.of(), null, 0);
    }

    /**
     * Plans a directory.
     *
     * @param failed receives files that cannot be read, and the reasons
     */
    public PlannedGroups plan(TableDirectory directory, BiConsumer<Entry, Exception> failed) throws IOException {
        if (directory.excluded()) {
            return PlannedGroups.NONE;
        }
        long target = target(directory.path());
        List<Entry> candidates = new ArrayList<>();
        int young = 0;
        for (Entry file : directory.dataFiles()) {
            if (options.allFiles() || file.length() < SMALL * target) {
                if (file.modified() > newest) {
                    young++;
                } else {
                    candidates.add(file);
                }
            }
        }
        if (candidates.size() < leastFiles()) {
            return new PlannedGroups(List.of(), null, young);
        }
        Map<Kind, List<Bin>> open = new LinkedHashMap<>();
        List<Bin> bins = new ArrayList<>();
        for (SurveyedFile file : survey.of(candidates, failed)) {
            List<Bin> ofKind = open.computeIfAbsent(file.kind(), kind -> new ArrayList<>());
            Bin bin = firstFit(ofKind, file.entry().length(), target);
            if (bin == null) {
                bin = new Bin();
                ofKind.add(bin);
                bins.add(bin);
            }
            bin.files.add(file);
            bin.bytes += file.entry().length();
            if (bin.bytes > FULL * target) {
                ofKind.remove(bin);
            }
        }
        List<FileGroup> groups = new ArrayList<>();
        InvalidDataException refusal = null;
        for (Bin bin : bins) {
            if (bin.files.size() >= leastFiles()) {
                try {
                    groups.add(group(directory.path(), bin));
                } catch (InvalidDataException e) {
                    refusal = e;
                }
            }
        }
        return new PlannedGroups(groups, refusal, young);
    }

    /** Returns why the columns that the options name do not suit a file; null if they do, or it cannot be read. */
    public @Nullable InvalidDataException refusal(Entry file) throws IOException {
        for (SurveyedFile surveyed : survey.of(List.of(file), (unread, reason) -> {})) {
            try {
                RequestedColumns.of(options, surveyed.kind().schema());
            } catch (InvalidDataException e) {
                return e;
            }
        }
        return null;
    }

    private int leastFiles() {
        return options.allFiles() ? 1 : 2;
    }

    private long target(String directory) throws IOException {
        if (options.targetBytes() > 0) {
            return options.targetBytes();
        }
        long block = files.blockBytes(directory);
        return block > 0 ? block : DEFAULT_TARGET;
    }

    private static @Nullable Bin firstFit(List<Bin> bins, long bytes, long target) {
        for (Bin bin : bins) {
            if (bin.bytes + bytes <= target) {
                return bin;
            }
        }
        return null;
    }

    /** Returns a group. Throws an InvalidDataException if its files lack a column that the options name. */
    private FileGroup group(String directory, Bin bin) {
        RequestedColumns columns =
                RequestedColumns.of(options, bin.files.get(0).kind().schema());
        List<SortedBy> order = columns.sortedBy().isEmpty() ? commonOrder(bin.files) : columns.sortedBy();
        long below = combinedBelow(options);
        boolean encrypted = bin.files.get(0).kind().encrypted();
        boolean changed = false;
        int rowGroups = 0;
        int small = 0;
        for (SurveyedFile file : bin.files) {
            changed |= file.changed();
            rowGroups += file.rowGroups().length;
            for (long bytes : file.rowGroups()) {
                small += file.changed() || bytes < below ? 1 : 0;
            }
        }
        boolean verified = options.rewrite().verification() == Verification.FULL;
        boolean zOrdered = !options.zOrderedBy().isEmpty();
        boolean copied = small <= 1 && !changed;
        if (zOrdered || (options.sortedBy().isEmpty() && (copied || verified))) {
            // The rows get another order; or all row groups are copied, each with its order; or rows are compared in
            // their order.
            order = List.of();
        }
        boolean decoded = encrypted
                || zOrdered
                || !order.isEmpty()
                || !options.bloomFilters().isEmpty();
        return new FileGroup(
                directory,
                bin.files.stream().map(SurveyedFile::entry).toList(),
                bin.bytes,
                bin.files.stream().mapToLong(SurveyedFile::rows).sum(),
                rowGroups,
                decoded ? rowGroups : copied ? 0 : small,
                encrypted,
                order);
    }

    private static List<SortedBy> commonOrder(List<SurveyedFile> files) {
        List<SortedBy> common = files.get(0).sortedBy();
        return files.stream().allMatch(file -> file.sortedBy().equals(common)) ? common : List.of();
    }
}
