package io.pq2.bench.write;

import io.pq2.record.RecordValue;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/** Strings: URLs, comments, identifiers, categories, long texts, with and without nulls. */
final class TextTable {

    private static final String SCHEMA = """
            message texts {
              optional binary key (STRING);
              optional binary url (STRING);
              optional binary uuid (STRING);
              optional binary category (STRING);
              optional binary country (STRING);
              optional binary mail (STRING);
              optional binary comment (STRING);
              optional binary article (STRING);
            }""";

    private static final int HOSTS = 200;
    private static final int CATEGORIES = 60;
    private static final double WITHOUT_MAIL = 0.4;
    private static final double WITHOUT_ARTICLE = 0.5;

    private TextTable() {}

    static Table of(int rows) {
        TableBuilder table = new TableBuilder("texts", SCHEMA);
        SplittableRandom random = new SplittableRandom(2);
        Words words = new Words(random);
        for (int i = 0; i < rows; i++) {
            RecordValue row = table.row();
            row.setString(0, String.format(Locale.ROOT, "order-2024-%09d", 3 * i + random.nextInt(3)))
                    .setString(1, url(random, words))
                    .setString(2, new UUID(random.nextLong(), random.nextLong()).toString())
                    .setString(3, "category " + random.nextInt(CATEGORIES))
                    .setString(4, country(random))
                    .setString(6, words.text(10 + random.nextInt(110)));
            if (random.nextDouble() >= WITHOUT_MAIL) {
                row.setString(
                        5, words.next() + "." + words.next() + random.nextInt(100) + "@" + words.next() + ".example");
            }
            if (random.nextDouble() >= WITHOUT_ARTICLE) {
                row.setString(7, words.text(200 + random.nextInt(1300)));
            }
            table.endRow();
        }
        return table.build();
    }

    private static String url(SplittableRandom random, Words words) {
        return "https://www.host" + random.nextInt(HOSTS) + ".example/" + words.next() + "/" + words.next() + "/page-"
                + random.nextInt(1_000_000) + "?session=" + Long.toHexString(random.nextLong());
    }

    private static String country(SplittableRandom random) {
        return "" + (char) ('A' + random.nextInt(13)) + (char) ('A' + random.nextInt(13));
    }
}
