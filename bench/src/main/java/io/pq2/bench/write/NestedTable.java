package io.pq2.bench.write;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import java.util.SplittableRandom;

/** Orders with structs in structs, a list of structs, a list of numbers and a map, and nulls at every level. */
final class NestedTable {

    private static final String SCHEMA = """
            message nested {
              optional int64 id;
              optional group customer {
                optional binary name (STRING);
                optional int32 tier;
                optional group address {
                  optional binary city (STRING);
                  optional binary postcode (STRING);
                  optional double latitude;
                }
              }
              optional group items (LIST) {
                repeated group list {
                  optional group element {
                    optional int64 product;
                    optional int32 quantity;
                    optional double price;
                    optional binary note (STRING);
                  }
                }
              }
              optional group scores (LIST) {
                repeated group list {
                  optional float element;
                }
              }
              optional group attributes (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional binary value (STRING);
                }
              }
            }""";

    private static final int PRODUCTS = 50_000;
    private static final int CITIES = 500;
    private static final int KEYS = 12;
    private static final double NULLS = 0.1;
    private static final double WITHOUT_NOTE = 0.7;

    private final SplittableRandom random = new SplittableRandom(3);
    private final Words words = new Words(random);

    private NestedTable() {}

    static Table of(int rows) {
        TableBuilder table = new TableBuilder("nested", SCHEMA);
        NestedTable values = new NestedTable();
        for (int i = 0; i < rows; i++) {
            values.fill(table.row(), i);
            table.endRow();
        }
        return table.build();
    }

    private boolean present() {
        return random.nextDouble() >= NULLS;
    }

    private void fill(RecordValue row, int index) {
        row.setLong(0, 1000L + index);
        if (present()) {
            customer(row.struct(1));
        }
        if (present()) {
            items(row.list(2));
        }
        if (present()) {
            ListValue scores = row.list(3);
            for (int i = random.nextInt(6); i > 0; i--) {
                if (present()) {
                    scores.addFloat(random.nextInt(1000) / 100f);
                } else {
                    scores.addNull();
                }
            }
        }
        if (present()) {
            attributes(row.map(4));
        }
    }

    private void customer(RecordValue customer) {
        customer.setString(0, words.next() + " " + words.next());
        if (present()) {
            customer.setInt(1, random.nextInt(5));
        }
        if (present()) {
            int city = random.nextInt(CITIES);
            RecordValue address = customer.struct(2);
            address.setString(0, "city " + city).setDouble(2, city / 10.0 + random.nextInt(1000) / 1e5);
            if (present()) {
                address.setString(1, Integer.toString(10_000 + city * 37 + random.nextInt(30)));
            }
        }
    }

    private void items(ListValue items) {
        for (int i = random.nextInt(9); i > 0; i--) {
            if (!present()) {
                items.addNull();
                continue;
            }
            int product = random.nextInt(PRODUCTS);
            RecordValue item = items.addStruct();
            item.setLong(0, product).setInt(1, 1 + random.nextInt(20));
            if (present()) {
                item.setDouble(2, (product * 7919L % 100_000) / 100.0);
            }
            if (random.nextDouble() >= WITHOUT_NOTE) {
                item.setString(3, words.text(5 + random.nextInt(30)));
            }
        }
    }

    private void attributes(MapValue attributes) {
        int first = random.nextInt(KEYS);
        for (int i = random.nextInt(5); i > 0; i--) {
            attributes.keys().addString("attribute_" + (first + i) % KEYS);
            if (present()) {
                attributes.values().addString("value " + random.nextInt(300));
            } else {
                attributes.values().addNull();
            }
        }
    }
}
