package io.pq2.hadoop.kms;

import io.pq2.hadoop.internal.kms.HadoopKmsProvider;
import io.pq2.hadoop.internal.kms.KmsRetryOptions;
import io.pq2.hadoop.internal.kms.KmsSettings;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsConnection;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderDelegationTokenExtension;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.DelegationTokenIssuer;
import org.apache.hadoop.security.token.Token;

/**
 * Delegation tokens of a Hadoop KMS, which authenticate tasks on other machines. If HDFS is encrypted with keys of the
 * same KMS, the tokens come with those of HDFS and this class is not needed.
 */
public final class HadoopKmsTokens {

    private HadoopKmsTokens() {}

    /**
     * Requests a token for the current user from the KMS and adds it to the credentials of a job, unless they contain
     * one. To be called where the job is submitted, by a user with a Kerberos login.
     *
     * @param configuration contains {@code parquet.encryption.kms.instance.url} or
     *     {@code hadoop.security.key.provider.path}
     * @param renewer the user who may renew the token: the user of YARN's resource manager
     * @param credentials the credentials of the job
     * @return the added tokens
     * @throws io.pq2.exception.InvalidDataException if no address of a Hadoop KMS is set
     * @throws IOException if the KMS does not answer or denies the token
     */
    public static List<Token<?>> addDelegationTokens(
            Configuration configuration, String renewer, Credentials credentials) throws IOException {
        KmsSettings settings = new KmsSettings(configuration::get);
        String url = configuration.getTrimmed(HadoopEncryption.KMS_INSTANCE_URL, KmsConnection.DEFAULT);
        String address =
                HadoopKmsProvider.address(url.isEmpty() ? KmsConnection.DEFAULT : url, settings, configuration);
        HadoopKmsProvider kms = new HadoopKmsProvider(address, configuration);
        KeyProvider provider = HadoopKmsProvider.newProvider(
                kms.address(), configuration, KmsRetryOptions.of(settings).requestTimeout());
        try {
            DelegationTokenIssuer tokens =
                    KeyProviderDelegationTokenExtension.createKeyProviderDelegationTokenExtension(provider);
            Token<?>[] added = tokens.addDelegationTokens(renewer, credentials);
            return added == null ? List.of() : List.of(added);
        } finally {
            provider.close();
        }
    }
}
