package io.pq2.metadata;

/**
 * The fields of a {@link PageHeader} that are specific to index pages. There are none, and no known writer makes
 * index pages.
 */
public record IndexPageHeader() {}
