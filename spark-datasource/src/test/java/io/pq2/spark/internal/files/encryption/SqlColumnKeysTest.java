package io.pq2.spark.internal.files.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.ParquetSchemaOptions;
import io.pq2.spark.internal.schema.ParquetSchemaOptions.TimestampStorage;
import io.pq2.spark.internal.schema.SparkSchemas;
import java.util.List;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlColumnKeysTest {

    private static final Schema SCHEMA = schema("""
            id BIGINT, Name STRING, `a.b` INT, `x:y,z` INT,
            address STRUCT<street: STRING, city: STRUCT<name: STRING, zip: INT>>,
            tags ARRAY<STRING>,
            items ARRAY<STRUCT<price: INT, element: STRING>>,
            phones MAP<STRING, STRUCT<number: STRING, kind: INT>>,
            wrapped STRUCT<only: STRUCT<leaf: INT>>""", false);

    private static Schema schema(String columns, boolean legacy) {
        return SparkSchemas.toParquet(
                StructType.fromDDL(columns),
                new ParquetSchemaOptions(legacy, TimestampStorage.TIMESTAMP_MICROS, true, true));
    }

    private static String paths(String columnKeys) {
        return new SqlColumnKeys(SCHEMA, List.of("day"), false).toPaths(columnKeys);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "id | id",
                "NAME | Name",
                "`Name` | Name",
                "`a.b` | a.b",
                "a.b | a.b",
                "address | address",
                "address.street | address.street",
                "Address.CITY | address.city",
                "address.city.`zip` | address.city.zip",
                "tags | tags.list.element",
                "tags.element | tags.list.element",
                "items | items.list.element",
                "items.price | items.list.element.price",
                "items.element | items.list.element.element",
                "items.element.price | items.list.element.price",
                "phones | phones.key_value",
                "phones.key | phones.key_value.key",
                "phones.value | phones.key_value.value",
                "phones.value.kind | phones.key_value.value.kind",
                "wrapped | wrapped.only.leaf",
                "items.list.element.price | items.list.element.price",
                "phones.key_value.key | phones.key_value.key",
            })
    void namesOfSqlBecomePaths(String name, String path) {
        assertThat(paths("k:" + name)).isEqualTo("k:" + path);
    }

    @Test
    void severalKeysWithSeveralColumnsEach() {
        assertThat(paths(" k1 : ID , tags; k2:address.street,\n address.city.zip ;"))
                .isEqualTo("k1:id,tags.list.element;k2:address.street,address.city.zip");
    }

    @Test
    void legacyListsHaveOtherPaths() {
        SqlColumnKeys keys = new SqlColumnKeys(schema("tags ARRAY<STRING>, m MAP<STRING, INT>", true), List.of(), true);
        assertThat(keys.toPaths("k:tags,m.key")).isEqualTo("k:tags.bag.array,m.key_value.key");
    }

    @Test
    void namesAreCaseSensitiveIfConfigured() {
        SqlColumnKeys keys = new SqlColumnKeys(SCHEMA, List.of("day"), true);
        assertThat(keys.toPaths("k:Name")).isEqualTo("k:Name");
        assertThatThrownBy(() -> keys.toPaths("k:name"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("names the column name, which does not exist in the files");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "address.nothing",
                "tags.price",
                "phones.number",
                "id.value",
                "address.city.zip.x",
                "`id.x`"
            })
    void missingColumnsAreRefused(String name) {
        assertThatThrownBy(() -> paths("k:id," + name))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("names the column " + name + ", which does not exist in the files")
                .hasMessageContaining("address.city.zip");
    }

    @Test
    void partitionColumnsAreRefusedWithTheReason() {
        assertThatThrownBy(() -> paths("k:Day"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("the column Day, a partition column");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "k:id:name", ":id", "k:`id", "k:a..b"})
    void malformedTextsAreRefused(String columnKeys) {
        assertThatThrownBy(() -> paths(columnKeys))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.COLUMN_KEYS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"k:id,ID", "k:id;l:id", "k:tags;l:tags.element"})
    void duplicateColumnsAreRefused(String columnKeys) {
        assertThatThrownBy(() -> paths(columnKeys))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("more than once");
    }

    @Test
    void namesWithSeparatorsAreRefused() {
        assertThatThrownBy(() -> paths("k:id,`x:y,z`")).hasMessageContaining("its name contains one of [:, ,, ;]");
    }

    @Test
    void emptyNamesAreRefused() {
        assertThatThrownBy(() -> paths("k:id,,Name")).hasMessageContaining("empty column name");
    }
}
