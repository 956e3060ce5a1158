/** Tests that several stores on AWS extend: faults of the service, and fleets of shardcoordinator. */
@org.jspecify.annotations.NullMarked
package dev.tenure.aws.contract;
