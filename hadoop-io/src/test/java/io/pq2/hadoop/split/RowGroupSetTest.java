package io.pq2.hadoop.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.read.ParquetFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowGroupSetTest {

    private static RowGroupSet set(int inFile, int... ordinals) {
        return set(new RowGroupSet.Builder(inFile, 0), ordinals);
    }

    private static RowGroupSet set(RowGroupSet.Builder set, int... ordinals) {
        for (int ordinal : ordinals) {
            set.add(ordinal);
        }
        return set.build();
    }

    @Test
    void containsTheAddedRowGroups() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            BitSet expected = new BitSet();
            int inFile = 1 + random.nextInt(50);
            for (int j = 0; j < inFile; j++) {
                expected.set(j, random.nextInt(3) > 0);
            }
            RowGroupSet set = set(inFile, expected.stream().toArray());
            assertThat(set.count()).isEqualTo(expected.cardinality());
            for (int j = 0; j < inFile + 2; j++) {
                assertThat(set.test(j)).isEqualTo(expected.get(j));
            }
        }
    }

    @Test
    void staysEqualAfterSerialization() throws IOException {
        RowGroupSet set = set(20, 0, 1, 2, 5, 19);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        set.write(new DataOutputStream(bytes));
        RowGroupSet read = RowGroupSet.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(read).isEqualTo(set).hasSameHashCodeAs(set).hasToString("row groups 0-2, 5, 19 of 20");
    }

    @Test
    void rejectsRowGroupsOutOfOrderOrBeyondTheFile() {
        assertThatThrownBy(() -> set(5, 2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> set(5, 5)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rejectsAFileWithAnotherFooter() throws IOException {
        SimulatedTable table = new SimulatedTable(100, 0);
        table.addFile(1, 2, 3);
        table.addFile(1, 2, 3, 4);
        table.addFile(1, 2, 4);
        ParquetFile file = table.open(table.files().get(0));
        RowGroupSet set = set(new RowGroupSet.Builder(file), 1);
        assertThat(set.of(file)).isSameAs(set);
        assertThat(set.otherOfFile().build().of(file).count()).isZero();
        assertRefused(set, table.open(table.files().get(1)), "part-1 has changed", "has 4 row groups and had 3");
        assertRefused(set, table.open(table.files().get(2)), "part-2 has changed", "has another footer");
    }

    private static void assertRefused(RowGroupSet set, ParquetFile file, String... parts) {
        assertThatThrownBy(() -> set.of(file)).isInstanceOf(IOException.class).hasMessageContainingAll(parts);
    }
}
