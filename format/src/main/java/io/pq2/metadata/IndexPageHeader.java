package io.pq2.metadata;

/** The part of a {@link PageHeader} that is special to index pages: nothing; no writer is known to make them. */
public record IndexPageHeader() {}
