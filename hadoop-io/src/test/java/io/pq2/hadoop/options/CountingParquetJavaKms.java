package io.pq2.hadoop.options;

import io.pq2.exception.EncryptionException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.keys.CountingKms;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.crypto.KeyAccessDeniedException;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.crypto.keytools.KmsClient;

/** A KMS client for parquet-java that uses {@link CountingKms}. */
public final class CountingParquetJavaKms implements KmsClient {

    private CountingKms.Server server;
    private String token;

    @Override
    public void initialize(Configuration configuration, String instanceId, String instanceUrl, String accessToken) {
        server = CountingKms.server(instanceId);
        token = accessToken;
    }

    @Override
    public String wrapKey(byte[] key, String masterKeyId) {
        try {
            return server.wrap(token, key, masterKeyId);
        } catch (EncryptionException e) {
            throw translated(e);
        }
    }

    @Override
    public byte[] unwrapKey(String wrappedKey, String masterKeyId) {
        try {
            return server.unwrap(token, wrappedKey, masterKeyId);
        } catch (EncryptionException e) {
            throw translated(e);
        }
    }

    private static RuntimeException translated(EncryptionException e) {
        return e instanceof KmsDeniedException
                ? new KeyAccessDeniedException("no access", e)
                : new ParquetCryptoRuntimeException("no key", e);
    }
}
