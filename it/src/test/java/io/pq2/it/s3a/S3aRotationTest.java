package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.it.RotatedRows;
import io.pq2.it.s3a.FaultyProxy.Fault;
import io.pq2.it.s3a.FaultyProxy.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rotates master keys of objects. A complete upload replaces the old object atomically. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aRotationTest {

    private final S3Store store;

    S3aRotationTest(S3Store store) {
        this.store = store;
    }

    private static List<RotatedFile> rotate(RotatedRows rows, Path table) throws IOException {
        List<RotatedFile> rotated = new ArrayList<>();
        KeyRotation.builder(rows.configuration()).run(List.of(table), rotated::add);
        return rotated;
    }

    @Test
    void objectsAndKeyMaterialAreReplaced() throws IOException {
        RotatedRows rows = new RotatedRows(store.configuration());
        Path table = S3Store.path(S3Store.CLASSIC, "rotation/done");
        Path internal = rows.write(new Path(table, "a.parquet"));
        Path external = rows.write(new Path(table, "b.parquet"), HadoopEncryption.MATERIAL_IN_FILES, "false");
        rows.server().rotate("kf").rotate("kc");
        assertThat(rotate(rows, table))
                .extracting(RotatedFile::outcome)
                .containsExactly(Outcome.ROTATED, Outcome.ROTATED);
        rows.server().disable("kf", 1).disable("kc", 1);
        rows.check(internal);
        rows.check(external);
        FileSystem fileSystem = table.getFileSystem(store.configuration());
        assertThat(fileSystem.listStatus(table))
                .extracting(status -> status.getPath().getName())
                .containsExactlyInAnyOrder("_KEY_MATERIAL_FOR_b.parquet.json", "a.parquet", "b.parquet");
    }

    @Test
    void aFailedUploadKeepsTheOldObject() throws IOException {
        RotatedRows rows = new RotatedRows(store.configuration());
        Path table = S3Store.path(S3Store.CLASSIC, "rotation/failed");
        Path internal = rows.write(new Path(table, "c.parquet"));
        Path external = rows.write(new Path(table, "d.parquet"), HadoopEncryption.MATERIAL_IN_FILES, "false");
        rows.server().rotate("kf").rotate("kc");
        store.proxy().fail(Fault.UNAVAILABLE, 1000, Request::puts);
        assertThat(rotate(rows, table))
                .extracting(RotatedFile::outcome)
                .containsExactly(Outcome.FAILED, Outcome.FAILED);
        store.proxy().reset();
        rows.check(internal);
        rows.check(external);
        assertThat(rotate(rows, table))
                .extracting(RotatedFile::outcome)
                .containsExactly(Outcome.ROTATED, Outcome.ROTATED);
        rows.check(internal);
        rows.check(external);
    }
}
