package io.pq2.hadoop.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        RowGroupSet.Builder set = new RowGroupSet.Builder(inFile);
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
    void rejectsAFileWithAnotherNumberOfRowGroups() throws IOException {
        SimulatedTable table = new SimulatedTable(100, 0);
        table.addFile(1, 2, 3);
        assertThat(set(3, 1).of(table.open(table.files().get(0)))).isEqualTo(set(3, 1));
        assertThatThrownBy(() -> set(4, 1).of(table.open(table.files().get(0))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/table/part-0 has changed since splits were planned");
    }
}
