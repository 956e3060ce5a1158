package dev.tenure.fence.dynamodb;

import dev.tenure.spi.FenceMark;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The fence in DynamoDB's language of expressions. Its numbers have 38 digits, so tokens are compared exactly. */
record Expressions(Attributes attributes) {
    private static final String ELECTION = "tenureElection";
    private static final String TOKEN = "tenureToken";

    String assignments() {
        return "#" + ELECTION + " = :" + ELECTION + ", #" + TOKEN + " = :" + TOKEN;
    }

    String condition() {
        return "(attribute_not_exists(#" + TOKEN + ") OR (#" + ELECTION + " = :" + ELECTION + " AND #" + TOKEN + " <= :"
                + TOKEN + "))";
    }

    Map<String, String> names() {
        return Map.of("#" + ELECTION, attributes.election(), "#" + TOKEN, attributes.token());
    }

    static Map<String, AttributeValue> values(FenceMark write) {
        return Map.of(
                ":" + ELECTION,
                AttributeValue.fromS(write.election()),
                ":" + TOKEN,
                AttributeValue.fromN(Long.toString(write.token())));
    }
}
