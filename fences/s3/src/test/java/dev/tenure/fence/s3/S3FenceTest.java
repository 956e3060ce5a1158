package dev.tenure.fence.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.StaleTokenException;
import dev.tenure.store.s3.EmulatorProcess;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** The fence of an object. */
@Tag("server")
class S3FenceTest extends FenceContract {
    private static final int PORT = new EmulatorProcess().port();

    static {
        try (S3Client client = S3FencedSet.client(PORT, builder -> {})) {
            client.createBucket(make -> make.bucket(S3FencedSet.BUCKET));
        }
    }

    @Override
    protected FencedSet newSet() {
        return S3FencedSet.create(PORT);
    }

    /** Runs before the first put of a client is sent: after its fence has looked. */
    private static final class BeforeFirstPut implements ExecutionInterceptor {
        private final AtomicBoolean first = new AtomicBoolean(true);
        private final Runnable task;

        BeforeFirstPut(Runnable task) {
            this.task = task;
        }

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            if (context.request() instanceof PutObjectRequest && first.getAndSet(false)) {
                task.run();
            }
        }
    }

    private static void putBetweenLookAndPut(S3FencedSet set, long token, byte[] content, Runnable between) {
        try (S3Client client = S3FencedSet.client(
                PORT,
                builder -> builder.overrideConfiguration(
                        settings -> settings.addExecutionInterceptor(new BeforeFirstPut(between))))) {
            set.fence().put(client, "payroll", token, content);
        }
    }

    @Test
    void laterTermBetweenTheLookAndThePutIsNoticed() throws Exception {
        S3FencedSet set = S3FencedSet.create(PORT);
        set.add("payroll", 1, "first", () -> {});

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> putBetweenLookAndPut(
                        set,
                        1,
                        S3FencedSet.content(1, Set.of("old")),
                        () -> set.fence()
                                .put(set.client(), "payroll", 2, S3FencedSet.content(2, Set.of("first", "second")))));
        assertThat(set.words()).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void firstPutsAtTheSameMomentLeaveTheLaterTerm() {
        S3FencedSet set = S3FencedSet.create(PORT);

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> putBetweenLookAndPut(
                        set,
                        1,
                        S3FencedSet.content(1, Set.of("old")),
                        () -> set.fence().put(set.client(), "payroll", 2, S3FencedSet.content(2, Set.of("new")))));
        assertThat(set.words()).containsExactly("new");
    }

    @Test
    void putOfTheSameTermInBetweenIsOverwritten() {
        S3FencedSet set = S3FencedSet.create(PORT);
        putBetweenLookAndPut(
                set,
                1,
                S3FencedSet.content(1, Set.of("one")),
                () -> set.fence().put(set.client(), "payroll", 1, S3FencedSet.content(1, Set.of("other"))));

        assertThat(set.words()).containsExactly("one");
    }

    @Test
    void contentWithoutItsTokenIsRefused() {
        S3FencedSet set = S3FencedSet.create(PORT);

        for (String content : List.of("no token", "12", "Tenure-Token: 120", "Tenure-Token: 11\nTenure-Token: 12")) {
            assertThatIllegalArgumentException()
                    .as(content)
                    .isThrownBy(() -> set.fence().put(set.client(), "payroll", 12, bytes(content)))
                    .withMessageContaining("Tenure-Token: 12");
        }
        for (String content :
                List.of("# Tenure-Token: 12", "{\"tenureToken\" : 12}", "<tenure_token>12</tenure_token>")) {
            set.fence().put(set.client(), "payroll", 12, bytes(content));
        }
    }

    /** S3 does not tell the two apart, so both would pass, and the old leader's condition would still hold. */
    @Test
    void contentThatTwoTermsCouldPutIsRefused() {
        S3FencedSet set = S3FencedSet.create(PORT);
        byte[] numbers = bytes("alice,1\nbob,2\n");

        assertThatIllegalArgumentException().isThrownBy(() -> {
            set.fence().put(set.client(), "payroll", 1, numbers);
            putBetweenLookAndPut(set, 1, bytes("old,1"), () -> set.fence().put(set.client(), "payroll", 2, numbers));
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Objects that were there before the fence get their mark with the first put. */
    @Test
    void objectOfEarlierDaysIsTakenOver() throws Exception {
        S3FencedSet set = S3FencedSet.create(PORT);
        set.client()
                .putObject(
                        put -> put.bucket(S3FencedSet.BUCKET).key(set.address().split(" ", -1)[0]),
                        RequestBody.fromString("\nearlier"));

        set.add("Löhne & more", 3, "later", () -> {});
        assertThat(set.words()).containsExactlyInAnyOrder("earlier", "later");
        assertThat(set.fence().mark(set.client()))
                .hasValueSatisfying(held -> assertThat(held.election()).isEqualTo("Löhne & more"));
    }
}
