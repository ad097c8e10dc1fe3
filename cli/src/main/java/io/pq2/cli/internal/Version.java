package io.pq2.cli.internal;

import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the packaged jar. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"pq2 " + (version == null ? "(not packaged)" : version)};
    }
}
