/** Puts objects into S3 under a fence. */
@SuppressWarnings("module") // its name ends in a digit because that of S3 does
module dev.tenure.fence.s3 {
    requires transitive dev.tenure;
    requires transitive software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires static org.jspecify;

    exports dev.tenure.fence.s3;
}
