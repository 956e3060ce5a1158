package dev.tenure.store.s3;

import dev.tenure.spi.StoreUri;
import dev.tenure.store.support.UriParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;

/** Reads the URI of a store. */
final class S3Uri {
    private static final String SHARED = "shared";
    private static final String LEASES_ONLY = "leases-only";
    private static final List<String> OF_THE_CLIENT =
            List.of("region", "endpoint", "path-style", "credentials", "profile");
    private static final String CERTIFICATE = "probe-cert";
    private static final String KEY = "probe-key";
    private static final List<String> OF_THE_FLEET =
            List.of("election", "timeout", "takeover-delay", "probe", "health-path", "probe-ca", CERTIFICATE, KEY);

    private static final List<String> KNOWN = Stream.of(List.of(SHARED, LEASES_ONLY), OF_THE_CLIENT, OF_THE_FLEET)
            .flatMap(List::stream)
            .toList();

    private static final Pattern WHOLE = Pattern.compile("//(?<bucket>[^/@:]+)(/(?<path>.*))?");

    private final UriParameters parameters;
    private final String bucket;
    private final String path;

    S3Uri(StoreUri uri, String example) {
        Matcher whole = WHOLE.matcher(uri.rest());
        if (!whole.matches()) {
            throw new IllegalArgumentException("the s3 store needs a bucket: write " + example);
        }
        this.bucket = StoreUri.decode(whole.group("bucket"));
        this.path = whole.group("path") == null ? "" : StoreUri.decode(whole.group("path"));
        this.parameters = UriParameters.of(uri, KNOWN);
    }

    /** Returns the builder that this URI describes. */
    S3StoreBuilder builder() {
        S3StoreBuilder builder = S3Store.on(bucket).leasesOnly(parameters.flag(LEASES_ONLY, false));
        String region = parameters.find("region");
        if (region != null) {
            builder.region(region);
        }
        parameters.address("endpoint").ifPresent(builder::endpoint);
        if (parameters.has("path-style")) {
            builder.pathStyle(parameters.flag("path-style", false));
        }
        credentials(builder);
        String shared = parameters.find(SHARED);
        if (shared != null) {
            parameters.choice(SHARED, "", "s3lect");
            return builder.sharedWith(fleet());
        }
        parameters.refuseWithout("shared=s3lect", OF_THE_FLEET.toArray(new String[0]));
        return builder.prefix(path);
    }

    private void credentials(S3StoreBuilder builder) {
        String profile = parameters.find("profile");
        if (parameters.has("credentials")) {
            parameters.choice("credentials", "", "anonymous");
            if (profile != null) {
                throw new IllegalArgumentException("credentials=anonymous uses no profile: leave one of them out");
            }
            builder.credentials(AnonymousCredentialsProvider.create());
        } else if (profile != null) {
            builder.credentials(ProfileCredentialsProvider.create(profile));
        }
    }

    private S3lect fleet() {
        if (path.isEmpty()) {
            throw new IllegalArgumentException(
                    "beside s3lect the s3 store needs its lockfile: write s3://BUCKET/LOCKFILE?shared=s3lect");
        }
        S3lect fleet = S3lect.lockfile(path);
        String election = parameters.find("election");
        if (election != null) {
            fleet = fleet.election(election);
        }
        fleet = parameters.duration("timeout").map(fleet::timeout).orElse(fleet);
        fleet = parameters.duration("takeover-delay").map(fleet::takeoverDelay).orElse(fleet);
        if (parameters.has("probe")) {
            String policy = parameters.choice("probe", "", "none", "wait", "take-over");
            fleet = fleet.probe(
                    S3lect.Probe.valueOf(policy.toUpperCase(Locale.ROOT).replace('-', '_')));
        }
        String healthPath = parameters.find("health-path");
        return certificates(healthPath == null ? fleet : fleet.healthPath(healthPath));
    }

    private S3lect certificates(S3lect fleet) {
        Optional<Path> certificate = parameters.file(CERTIFICATE);
        Optional<Path> key = parameters.file(KEY);
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("a certificate and its key belong together: set both " + CERTIFICATE
                    + " and " + KEY + ", or neither");
        }
        S3lect trusting = parameters.file("probe-ca").map(fleet::probeTrusting).orElse(fleet);
        return certificate.isPresent() && key.isPresent()
                ? trusting.probeCertificate(certificate.get(), key.get())
                : trusting;
    }
}
