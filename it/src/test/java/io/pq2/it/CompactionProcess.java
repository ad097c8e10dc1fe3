package io.pq2.it;

import io.pq2.compact.CompactionListener;
import io.pq2.compact.CompactionOptions;
import io.pq2.compact.TableCompaction;
import io.pq2.compact.TableFileSystem;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A process that compacts a table, and is killed by {@link RandomKills}. */
public final class CompactionProcess {

    /** The line that the process prints when it begins. */
    static final String BEGINS = "begins";

    private CompactionProcess() {}

    /**
     * Compacts a table.
     *
     * @param arguments the path of the table, the target size in bytes, the path of a file with Hadoop's configuration
     */
    public static void main(String[] arguments) throws IOException {
        Path table = new Path(arguments[0]);
        Configuration configuration = new Configuration(false);
        configuration.addResource(new Path(arguments[2]));
        CompactionOptions options = CompactionOptions.builder()
                .targetBytes(Long.parseLong(arguments[1]))
                .build();
        TableFileSystem files = CompactedTable.files(table, configuration);
        TableCompaction compaction = TableCompaction.of(files, CompactedTable.name(table), options);
        // Loads classes and opens connections, so that the time after the line is that of the compaction.
        compaction.plan();
        System.out.println(BEGINS);
        System.out.flush();
        compaction.recover();
        compaction.run(compaction.plan(), CompactionListener.NONE);
    }
}
