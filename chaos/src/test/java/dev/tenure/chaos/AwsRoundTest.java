package dev.tenure.chaos;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("server")
@Timeout(300)
class AwsRoundTest {
    @TempDir
    Path folder;

    @Test
    void roundOnS3IsClean() throws Exception {
        Rounds.assertClean(folder, "s3", "--ttl", "4s");
    }

    @Test
    void roundOnDynamoDbIsClean() throws Exception {
        Rounds.assertClean(folder, "dynamodb", "--ttl", "4s");
    }

    @Test
    void roundOnRoute53IsClean() throws Exception {
        Rounds.assertClean(folder, "route53", "--ttl", "4s");
    }
}
