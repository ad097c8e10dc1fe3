package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.InspectedTable;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands that inspect files on S3A, and compares what they print of the same files on local disks. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
class S3aInspectionTest {

    @TempDir
    java.nio.file.Path directory;

    private final S3Store store;
    private InspectedTable table;

    S3aInspectionTest(S3Store store) {
        this.store = store;
    }

    @BeforeEach
    void write(TestInfo test) throws IOException {
        String key = "inspection/" + test.getTestMethod().orElseThrow().getName() + "/sales";
        table = new InspectedTable(directory, S3Store.path(S3Store.ANALYTICS, key), store.configuration());
    }

    @Test
    void commandsPrintWhatTheyPrintOfLocalFiles() {
        table.inspect();
    }

    @Test
    void queriesSkipTheSameRowGroups() {
        table.explain();
    }

    @Test
    void patternsAndPartitionsNameTheSameFiles() {
        table.namePaths();
    }

    @Test
    void damagedFilesAreRescued() {
        table.salvage();
    }

    @Test
    void aCopyHasTheSameRows() {
        assertThat(table.difference().code()).isZero();
        assertThat(table.difference("-c", "id,tags").code()).isZero();
    }
}
