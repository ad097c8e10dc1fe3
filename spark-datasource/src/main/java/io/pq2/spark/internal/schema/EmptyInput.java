package io.pq2.spark.internal.schema;

import io.pq2.hadoop.file.HiddenFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap$;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.execution.datasources.PathFilterFactory$;
import org.apache.spark.sql.execution.datasources.PathFilterStrategy;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds out why Spark found no data file in a path: there is none, an option excludes all of them, or they lie in
 * subdirectories that are not partition directories.
 */
final class EmptyInput {

    /** The options that exclude files. */
    private static final List<String> FILTERS = List.of("pathGlobFilter", "modifiedBefore", "modifiedAfter");

    /** The number of files and directories that are listed at most. */
    private static final int MAX_LISTED = 10_000;

    /** An option that excludes files. */
    private record Filter(String option, List<PathFilterStrategy> strategies) {

        boolean excludes(FileStatus file) {
            return !strategies.stream().allMatch(strategy -> strategy.accept(file));
        }
    }

    /** A number of files and one of them. */
    private static final class Found {

        private int files;
        private String example = "";

        void add(FileStatus file) {
            if (files == 0) {
                example = file.getPath().toString();
            }
            files++;
        }
    }

    private final List<Filter> filters = new ArrayList<>();
    private final Map<String, Found> excluded = new LinkedHashMap<>();
    private final Found hidden = new Found();
    private final Found below = new Found();
    private int listed;

    private EmptyInput(scala.collection.immutable.Map<String, String> options) {
        scala.collection.immutable.Map<String, String> values = CaseInsensitiveMap$.MODULE$.apply(options);
        for (String option : FILTERS) {
            if (values.contains(option)) {
                Map<String, String> alone = new LinkedHashMap<>(Map.of(option, values.apply(option)));
                String zone = DateTimeUtils.TIMEZONE_OPTION();
                if (values.contains(zone)) {
                    alone.put(zone, values.apply(zone));
                }
                var parameters = CaseInsensitiveMap$.MODULE$.apply(
                        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(alone)));
                filters.add(new Filter(
                        option + "=" + values.apply(option),
                        CollectionConverters.asJava(PathFilterFactory$.MODULE$.create(parameters))));
            }
        }
    }

    /**
     * Describes why there is no data file. Lists the paths.
     *
     * @param places the searched paths and globs; empty if unknown
     * @param options the options of the read; keys are case-insensitive
     */
    static String describe(
            List<String> places, scala.collection.immutable.Map<String, String> options, Configuration configuration) {
        if (places.isEmpty()) {
            return "files whose names begin with _ or . are ignored";
        }
        EmptyInput input = new EmptyInput(options);
        try {
            for (String place : places) {
                Path path = new Path(place);
                FileStatus[] roots = path.getFileSystem(configuration).globStatus(path);
                for (FileStatus root : roots == null ? new FileStatus[0] : roots) {
                    input.visit(root, path.getFileSystem(configuration), 0);
                }
            }
        } catch (IOException e) {
            return "the files cannot be listed: " + e.getMessage();
        }
        return input.text();
    }

    private void visit(FileStatus status, FileSystem files, int depth) throws IOException {
        if (status.isFile()) {
            if (HiddenFiles.isHidden(status.getPath())) {
                hidden.add(status);
            } else {
                add(status, depth);
            }
            return;
        }
        RemoteIterator<FileStatus> children = files.listStatusIterator(status.getPath());
        while (children.hasNext() && listed < MAX_LISTED) {
            FileStatus child = children.next();
            listed++;
            if (HiddenFiles.isHidden(child.getPath())) {
                hidden.add(child);
            } else {
                visit(child, files, depth + 1);
            }
        }
    }

    /** Counts a data file; its depth is 1 in a directory that is read. */
    private void add(FileStatus file, int depth) {
        for (Filter filter : filters) {
            if (filter.excludes(file)) {
                excluded.computeIfAbsent(filter.option(), option -> new Found()).add(file);
                return;
            }
        }
        if (depth > 1) {
            below.add(file);
        }
    }

    private String text() {
        List<String> reasons = new ArrayList<>();
        excluded.forEach((option, found) ->
                reasons.add("the option " + option + " excludes " + count(found) + ", such as " + found.example));
        if (below.files > 0) {
            reasons.add(count(below) + " in subdirectories that are not partition directories (column=value), such as "
                    + below.example + ": set the option recursiveFileLookup to true to read them");
        }
        if (reasons.isEmpty()) {
            reasons.add(
                    hidden.files == 0
                            ? "there are no files"
                            : "there are only files whose names begin with _ or ., which are ignored, such as "
                                    + hidden.example);
        }
        return String.join("; ", reasons);
    }

    private String count(Found found) {
        String atLeast = listed < MAX_LISTED ? "" : "at least ";
        return atLeast + found.files + (found.files == 1 ? " file" : " files");
    }
}
