package io.pq2.hadoop.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Compares the recorded keys with docs/configuration.md and with the parsers, and checks suggestions. */
class OptionKeysTest {

    private static final Pattern ROW = Pattern.compile("^\\|([^|]*)\\|[^|]*\\|(.*)\\|$", Pattern.MULTILINE);
    private static final Pattern KEY = Pattern.compile("`([^`]+)`");

    private static final OptionKeys ALL =
            OptionKeys.READING.and(OptionKeys.WRITING).and(OptionKeys.ENCRYPTION);

    @Test
    void theDocumentationHasTheKeysThatTheParsersRead() throws IOException {
        assertThat(documented("Reading", "Splits")).isEqualTo(all(OptionKeys.READING));
        assertThat(documented("Writing")).isEqualTo(all(OptionKeys.WRITING));
        assertThat(documented("Encryption", "Key management services")).isEqualTo(all(OptionKeys.ENCRYPTION));
    }

    @Test
    void theDocumentationSaysWhichKeysApplyToColumns() throws IOException {
        Set<String> byColumn = new TreeSet<>();
        section("Writing", (key, text) -> {
            if (text.contains("Per column")) {
                byColumn.add(key);
            }
        });
        assertThat(byColumn).isEqualTo(OptionKeys.WRITING.columnKeys());
        assertThat(OptionKeys.READING.columnKeys()).isEmpty();
    }

    @Test
    void eachKeyRejectsAWrongValueByName() {
        assertRejected(OptionKeys.READING.keys(), "", OptionKeys::parseReading);
        assertRejected(OptionKeys.WRITING.keys(), "", OptionKeys::parseWriting);
        assertRejected(OptionKeys.WRITING.columnKeys(), "#a.b", OptionKeys::parseWriting);
    }

    private static void assertRejected(Set<String> keys, String suffix, Consumer<Configuration> parser) {
        for (String key : keys) {
            Configuration configuration = new Configuration(false);
            configuration.set(key + suffix, "w?ong");
            assertThatThrownBy(() -> parser.accept(configuration))
                    .as(key)
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining(key + suffix)
                    .hasMessageContaining("w?ong");
        }
    }

    @Test
    void keysWithColumnsAndPrefixesAreKnown() {
        assertThat(ALL.contains("pq2.write.encoding")).isTrue();
        assertThat(ALL.contains("pq2.write.encoding#a.b")).isTrue();
        assertThat(ALL.contains("pq2.write.profile#a.b")).isFalse();
        assertThat(ALL.contains("pq2.write.encodin#a.b")).isFalse();
        assertThat(ALL.contains(HadoopWriteOptions.METADATA_PREFIX + "owner")).isTrue();
        assertThat(ALL.contains("pq2.read.tail-byte")).isFalse();
    }

    @Test
    void suggestionsKeepTheColumn() {
        assertThat(ALL.nearest("pq2.write.encodings#a.b")).isEqualTo("pq2.write.encoding#a.b");
        assertThat(ALL.nearest("pq2.write.profile#a.b")).isEqualTo("pq2.write.profile");
        assertThat(ALL.nearest("PQ2.Read.TailBytes")).isEqualTo("pq2.read.tail-bytes");
        assertThat(ALL.nearest("pq2.splits.maxfooter")).isEqualTo("pq2.splits.max-footers");
        assertThat(ALL.nearest("pq2.quite.another.thing")).isNull();
    }

    @Property(tries = 200)
    void aKeyWithOneWrongCharacterIsRecognized(@ForAll("keys") String key, @ForAll @IntRange(max = 100) int position) {
        int place = 4 + position % (key.length() - 4);
        String wrong = key.substring(0, place) + 'q' + key.substring(place + 1);
        if (!ALL.contains(wrong)) {
            assertThat(ALL.nearest(wrong)).isNotNull();
            assertThat(ALL.nearest(wrong).length()).isCloseTo(key.length(), org.assertj.core.data.Offset.offset(2));
        }
    }

    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.of(ALL.keys());
    }

    private static Set<String> all(OptionKeys keys) {
        Set<String> all = new TreeSet<>(keys.keys());
        all.addAll(keys.columnKeys());
        all.addAll(keys.prefixes());
        return all;
    }

    private static Set<String> documented(String... headings) throws IOException {
        Set<String> keys = new TreeSet<>();
        for (String heading : headings) {
            section(heading, (key, text) -> keys.add(key));
        }
        return keys;
    }

    private interface RowVisitor {
        void visit(String key, String text);
    }

    private static void section(String heading, RowVisitor visitor) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        List<String> sections = Arrays.asList(page.split("\n## "));
        String section = sections.stream()
                .filter(text -> text.startsWith(heading + "\n"))
                .findFirst()
                .orElseThrow();
        ROW.matcher(section)
                .results()
                .forEach(row ->
                        KEY.matcher(row.group(1)).results().forEach(key -> visitor.visit(key.group(1), row.group(2))));
    }
}
