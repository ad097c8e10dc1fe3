package io.pq2.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

class RecordWritableTest {

    private static final Schema SCHEMA =
            SchemaText.parse("message pair { required binary name (STRING); optional int64 count; }");

    private final Configuration configuration = new Configuration(false);

    private static RecordWritable pair(Configuration configuration, String name, long count) {
        RecordWritable pair = new RecordWritable(SCHEMA, configuration);
        pair.get().setString("name", name).setLong("count", count);
        return pair;
    }

    private static byte[] bytes(RecordWritable record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        record.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Returns a new record with these bytes, as the framework creates it. */
    private static RecordWritable received(byte[] bytes, Configuration configuration) throws IOException {
        RecordWritable received = ReflectionUtils.newInstance(RecordWritable.class, configuration);
        received.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
        return received;
    }

    @Test
    void serializesItsSchemaUnlessItIsDeclared() throws IOException {
        byte[] withSchema = bytes(pair(configuration, "a", 1));
        RecordWritable received = received(withSchema, new Configuration(false));
        assertThat(received.schema()).isEqualTo(SCHEMA);
        assertThat(received).hasToString("{name: a, count: 1}").isEqualTo(pair(null, "a", 1));

        RecordWritable.declare(configuration, SCHEMA);
        byte[] withName = bytes(pair(configuration, "a", 1));
        assertThat(withName).hasSize(1 + 8 + 1 + 2 + 1 + 1).hasSizeLessThan(withSchema.length);
        assertThat(received(withName, configuration)).isEqualTo(received);
        assertThatThrownBy(() -> received(withName, new Configuration(false)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("pq2.record.schema.")
                .hasMessageContaining("does not declare");
    }

    @Test
    void readsRecordsOfAnySchema() throws IOException {
        Schema other = SchemaText.parse("message other { optional int32 x; }");
        RecordWritable.declare(configuration, SCHEMA);
        RecordWritable.declare(configuration, other);
        RecordWritable record = received(bytes(pair(configuration, "a", 1)), configuration);
        Object values = record.get();
        record.readFields(new DataInputStream(new ByteArrayInputStream(bytes(pair(configuration, "b", 2)))));
        assertThat(record.get()).isSameAs(values).hasToString("{name: b, count: 2}");
        RecordWritable number = new RecordWritable(other, configuration);
        number.get().setInt("x", 5);
        record.readFields(new DataInputStream(new ByteArrayInputStream(bytes(number))));
        assertThat(record).isEqualTo(number).hasToString("{x: 5}");
    }

    @Test
    void comparesAsAKey() throws IOException {
        WritableComparator comparator = WritableComparator.get(RecordWritable.class, configuration);
        byte[] smaller = bytes(pair(configuration, "a", 2));
        byte[] larger = bytes(pair(configuration, "b", 1));
        assertThat(comparator.compare(smaller, 0, smaller.length, larger, 0, larger.length))
                .isNegative();
        assertThat(comparator.compare(larger, 0, larger.length, smaller, 0, smaller.length))
                .isPositive();
        assertThat(comparator.compare(smaller, 0, smaller.length, smaller, 0, smaller.length))
                .isZero();
        assertThat(pair(null, "a", 2)).isEqualTo(pair(configuration, "a", 2)).hasSameHashCodeAs(pair(null, "a", 2));
    }

    @Test
    void rejectsInvalidBytes() {
        assertThatThrownBy(() -> received(new byte[] {9, 0, 0}, configuration))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("starts with the byte 9");
        assertThatThrownBy(() -> received(new byte[] {2, 127, 127, 127, 127}, configuration))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the length of its schema is");
        assertThatThrownBy(() -> received(new byte[] {2, 0, 0, 0, 1, 'x'}, configuration))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a record");
        assertThatThrownBy(() -> new RecordWritable().get()).isInstanceOf(IllegalStateException.class);
        assertThat(new RecordWritable()).hasToString("{}").isEqualTo(new RecordWritable());
    }
}
