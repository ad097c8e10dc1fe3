package io.pq2.hadoop.internal.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.file.RemoteRequests;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Compares the registry with the parsers, and checks the spelling of keys and suggestions. */
class SettingRegistryTest {

    /** What parses the settings of a section. */
    private static final Map<Section, List<Consumer<Configuration>>> PARSERS = Map.of(
            Section.READING,
            List.of(HadoopReadOptions::from, RemoteRequests::from, ExplanationLog::collector),
            Section.SPLITS,
            List.of(configuration -> HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO)),
            Section.WRITING,
            List.of(HadoopWriteOptions::unencrypted));

    @Test
    void theParserOfASectionReadsEachOfItsSettings() {
        int checked = 0;
        for (Setting<?> setting : SettingRegistry.all()) {
            if (PARSERS.containsKey(setting.section()) && setting.type() != ValueType.TEXT) {
                if (setting.suffix() != Suffix.REQUIRED) {
                    assertRejected(setting, setting.name());
                }
                if (setting.suffix() != Suffix.NONE) {
                    assertRejected(setting, setting.name() + "#a.b");
                }
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(60);
    }

    private static void assertRejected(Setting<?> setting, String key) {
        Configuration configuration = new Configuration(false);
        configuration.set(key, "w?ong");
        assertThatThrownBy(() -> PARSERS.get(setting.section()).forEach(parser -> parser.accept(configuration)))
                .as(key)
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith(key + " is ")
                .hasMessageMatching(setting.type().description().startsWith("none") ? ".*" : ".*w\\?ong.*");
    }

    @Test
    void keysWithColumnsAndPrefixesAreKnown() {
        assertThat(SettingRegistry.find("pq2.write.encoding")).isSameAs(WritingKeys.ENCODING);
        assertThat(SettingRegistry.find("pq2.write.encoding#a.b")).isSameAs(WritingKeys.ENCODING);
        assertThat(SettingRegistry.find("PQ2.Write.Encoding#a.b")).isSameAs(WritingKeys.ENCODING);
        assertThat(SettingRegistry.find("pq2.write.profile#a.b")).isNull();
        assertThat(SettingRegistry.find("pq2.write.encodin#a.b")).isNull();
        assertThat(SettingRegistry.find("pq2.read.box")).isNull();
        assertThat(SettingRegistry.find("pq2.read.box#a")).isSameAs(SparkReadingKeys.BOX);
        assertThat(SettingRegistry.find("pq2.write.metadata.owner")).isSameAs(WritingKeys.METADATA_PREFIX);
        assertThat(SettingRegistry.find("pq2.read.tailByte")).isNull();
    }

    @Test
    void keysInAnyCaseHaveOneSpelling() {
        assertThat(SettingRegistry.spelled("PQ2.READ.TAILBYTES")).isEqualTo("pq2.read.tailBytes");
        assertThat(SettingRegistry.spelled("pq2.write.ENCODING#A.b")).isEqualTo("pq2.write.encoding#A.b");
        assertThat(SettingRegistry.spelled("pq2.write.Metadata.Owner")).isEqualTo("pq2.write.metadata.Owner");
        assertThat(SettingRegistry.spelled("PQ2.other")).isEqualTo("PQ2.other");
        for (Setting<?> setting : SettingRegistry.all()) {
            String key = setting.name() + (setting.suffix() == Suffix.REQUIRED ? "#X" : "");
            assertThat(SettingRegistry.spelled(key)).isEqualTo(key);
            if (setting.suffix() == Suffix.NONE) {
                assertThat(SettingRegistry.spelled(key.toUpperCase(Locale.ROOT)))
                        .isEqualTo(key);
            }
        }
    }

    @Test
    void suggestionsKeepTheColumn() {
        assertThat(nearest("pq2.write.encodings#a.b")).isEqualTo("pq2.write.encoding#a.b");
        assertThat(nearest("pq2.write.profile#a.b")).isEqualTo("pq2.write.profile");
        assertThat(nearest("pq2.read.tail-bytes")).isEqualTo("pq2.read.tailBytes");
        assertThat(nearest("pq2.splits.maxfooter")).isEqualTo("pq2.splits.maxFooters");
        assertThat(nearest("pq2.quite.another.thing")).isNull();
    }

    @Test
    void suggestionsAreOfTheSearchedSections() {
        assertThat(SettingRegistry.nearest("pq2.read.filters", section -> section == Section.MAPREDUCE_JOBS))
                .isEqualTo("pq2.read.filter");
        assertThat(SettingRegistry.nearest("pq2.read.filters", Section::isOfTables))
                .isNull();
    }

    @Property(tries = 200)
    void aKeyWithOneWrongCharacterIsRecognized(@ForAll("keys") String key, @ForAll @IntRange(max = 100) int position) {
        int place = 4 + position % (key.length() - 4);
        String wrong = key.substring(0, place) + 'q' + key.substring(place + 1);
        if (SettingRegistry.find(wrong) == null) {
            assertThat(nearest(wrong)).isNotNull();
            assertThat(nearest(wrong).length()).isCloseTo(key.length(), Offset.offset(2));
        }
    }

    @Provide
    Arbitrary<String> keys() {
        return Arbitraries.of(SettingRegistry.all().stream().map(Setting::name).toList());
    }

    @Test
    void configurationsTellUnknownKeys() {
        assertThat(UnknownKeys.isUnknown("pq2.read.tailbytes")).isTrue();
        assertThat(UnknownKeys.isUnknown("pq2.read.tailBytes")).isFalse();
        assertThat(UnknownKeys.isUnknown("pq2.record.schema.event")).isFalse();
        assertThat(UnknownKeys.isUnknown("parquet.block.sise")).isFalse();
        assertThat(UnknownKeys.isUnknown("pq2.encryption.aadprefix")).isFalse();
    }

    private static String nearest(String key) {
        return SettingRegistry.nearest(key, section -> true);
    }
}
