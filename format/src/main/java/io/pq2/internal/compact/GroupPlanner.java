package io.pq2.internal.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.compact.FileGroup;
import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
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

    /** Creates a planner that reads footers with a survey. */
    public GroupPlanner(TableFileSystem files, CompactionOptions options, FileSurvey survey) {
        this.files = files;
        this.options = options;
        this.survey = survey;
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
     * Returns the groups of a directory in the order of their first files.
     *
     * @param failed receives files that cannot be read, and the reasons
     */
    public List<FileGroup> plan(TableDirectory directory, BiConsumer<Entry, Exception> failed) throws IOException {
        long target = target(directory.path());
        List<Entry> candidates = directory.dataFiles().stream()
                .filter(file -> options.allFiles() || file.length() < SMALL * target)
                .toList();
        if (candidates.size() < leastFiles()) {
            return List.of();
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
        return bins.stream()
                .filter(bin -> bin.files.size() >= leastFiles())
                .map(bin -> group(directory.path(), bin))
                .toList();
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

    private FileGroup group(String directory, Bin bin) {
        List<SortedBy> order = options.sortedBy().isEmpty() ? commonOrder(bin.files) : options.sortedBy();
        long below = combinedBelow(options);
        boolean encrypted = bin.files.get(0).kind().encrypted();
        int rowGroups = 0;
        int small = 0;
        for (SurveyedFile file : bin.files) {
            rowGroups += file.rowGroups().length;
            for (long bytes : file.rowGroups()) {
                small += bytes < below ? 1 : 0;
            }
        }
        boolean verified = options.rewrite().verification() == Verification.FULL;
        boolean zOrdered = !options.zOrderedBy().isEmpty();
        if (zOrdered || (options.sortedBy().isEmpty() && (small <= 1 || verified))) {
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
                decoded ? rowGroups : small > 1 ? small : 0,
                encrypted,
                order);
    }

    private static List<SortedBy> commonOrder(List<SurveyedFile> files) {
        List<SortedBy> common = files.get(0).sortedBy();
        return files.stream().allMatch(file -> file.sortedBy().equals(common)) ? common : List.of();
    }
}
