package dev.tenure.store.s3;

import dev.tenure.spi.StoreUri;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;

/** What the URI of a store says. */
final class S3Uri {
    private static final String SHARED = "shared";
    private static final List<String> OF_THE_CLIENT =
            List.of("region", "endpoint", "path-style", "credentials", "profile");
    private static final String CERTIFICATE = "probe-cert";
    private static final String KEY = "probe-key";
    private static final List<String> OF_THE_FLEET =
            List.of("election", "timeout", "grace", "probe", "health-path", "probe-ca", CERTIFICATE, KEY);

    private static final Pattern WHOLE = Pattern.compile("//(?<bucket>[^/@:]+)(/(?<path>.*))?");
    private static final Pattern LENGTH = Pattern.compile("(?<number>\\d{1,9})(?<unit>ms|s|m)");

    private final StoreUri uri;
    private final Map<String, String> parameters;
    private final String bucket;
    private final String path;

    S3Uri(StoreUri uri, String example) {
        Matcher whole = WHOLE.matcher(uri.rest());
        if (!whole.matches()) {
            throw new IllegalArgumentException("the s3 store needs a bucket: write " + example);
        }
        this.uri = uri;
        this.bucket = StoreUri.decode(whole.group("bucket"));
        this.path = whole.group("path") == null ? "" : StoreUri.decode(whole.group("path"));
        this.parameters = uri.allowing(known()).parameters();
    }

    private static String[] known() {
        return Stream.of(List.of(SHARED), OF_THE_CLIENT, OF_THE_FLEET)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** Returns the builder that this URI describes. */
    S3StoreBuilder builder() {
        S3StoreBuilder builder = S3Store.in(bucket);
        String region = parameters.get("region");
        if (region != null) {
            builder.region(region);
        }
        uri.address("endpoint").ifPresent(builder::endpoint);
        if (parameters.containsKey("path-style")) {
            builder.pathStyle(oneOf("path-style", "true", "false").equals("true"));
        }
        credentials(builder);
        String shared = parameters.get(SHARED);
        if (shared != null) {
            oneOf(SHARED, "s3lect");
            return builder.sharedWith(fleet());
        }
        OF_THE_FLEET.stream().filter(parameters::containsKey).findFirst().ifPresent(alone -> {
            throw new IllegalArgumentException("the parameter " + alone + " means something only with shared=s3lect");
        });
        return builder.prefix(path);
    }

    private void credentials(S3StoreBuilder builder) {
        String profile = parameters.get("profile");
        if (parameters.containsKey("credentials")) {
            oneOf("credentials", "anonymous");
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
        String election = parameters.get("election");
        if (election != null) {
            fleet = fleet.election(election);
        }
        Duration timeout = length("timeout");
        if (timeout != null) {
            fleet = fleet.timeout(timeout);
        }
        Duration grace = length("grace");
        if (grace != null) {
            fleet = fleet.grace(grace);
        }
        if (parameters.containsKey("probe")) {
            String policy = oneOf("probe", "none", "wait", "take-over");
            fleet = fleet.probe(
                    S3lect.Probe.valueOf(policy.toUpperCase(Locale.ROOT).replace('-', '_')));
        }
        String healthPath = parameters.get("health-path");
        return certificates(healthPath == null ? fleet : fleet.healthPath(healthPath));
    }

    private S3lect certificates(S3lect fleet) {
        String authorities = parameters.get("probe-ca");
        String certificate = parameters.get(CERTIFICATE);
        String key = parameters.get(KEY);
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("a certificate and its key belong together: set both " + CERTIFICATE
                    + " and " + KEY + ", or neither");
        }
        S3lect trusting = authorities == null ? fleet : fleet.probeTrusting(file("probe-ca", authorities));
        return certificate == null || key == null
                ? trusting
                : trusting.probeCertificate(file(CERTIFICATE, certificate), file(KEY, key));
    }

    private static Path file(String key, String name) {
        try {
            if (!name.isBlank()) {
                return Path.of(name);
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the parameter " + key + " names no file: " + e.getReason(), e);
        }
        throw new IllegalArgumentException("the parameter " + key + " names no file");
    }

    private String oneOf(String key, String... allowed) {
        String value = parameters.getOrDefault(key, "");
        if (!List.of(allowed).contains(value)) {
            throw new IllegalArgumentException("the parameter " + key + " is "
                    + Arrays.stream(allowed).collect(Collectors.joining(" or ")) + ", not '" + value + "'");
        }
        return value;
    }

    private @Nullable Duration length(String key) {
        String value = parameters.get(key);
        if (value == null) {
            return null;
        }
        Matcher length = LENGTH.matcher(value);
        if (!length.matches()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is a time like 500ms, 15s or 2m, not '" + value + "'");
        }
        long number = Long.parseLong(length.group("number"));
        return switch (length.group("unit")) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }
}
