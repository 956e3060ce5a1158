package dev.tenure.store.route53;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The XML that Route53 takes and gives. */
final class WireXml {
    private static final String NAMESPACE = "https://route53.amazonaws.com/doc/2013-04-01/";

    private WireXml() {}

    /** Reads the body of a ChangeResourceRecordSets. */
    static List<FakeZone.Change> changes(String body) {
        Document document;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            document =
                    factory.newDocumentBuilder().parse(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new IllegalArgumentException("no XML: " + body, e);
        }
        List<FakeZone.Change> changes = new ArrayList<>();
        for (Element change : elements(document.getDocumentElement(), "Change")) {
            Element set = elements(change, "ResourceRecordSet").get(0);
            List<String> values = elements(set, "ResourceRecord").stream()
                    .map(record -> text(record, "Value"))
                    .toList();
            changes.add(new FakeZone.Change(
                    text(change, "Action"),
                    new FakeZone.RecordSet(
                            FakeName.normal(text(set, "Name")),
                            text(set, "Type"),
                            text(set, "SetIdentifier"),
                            Long.parseLong(text(set, "TTL")),
                            values)));
        }
        return changes;
    }

    private static List<Element> elements(Element within, String name) {
        NodeList found = within.getElementsByTagNameNS("*", name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    private static String text(Element within, String name) {
        List<Element> found = elements(within, name);
        return found.isEmpty() ? "" : found.get(0).getTextContent();
    }

    /** Returns one page of a listing. */
    static String page(List<FakeZone.RecordSet> all, int most) {
        StringBuilder xml = new StringBuilder("<ResourceRecordSets>");
        all.stream().limit(most).forEach(set -> xml.append(set(set)));
        xml.append("</ResourceRecordSets>");
        boolean truncated = all.size() > most;
        xml.append(element("IsTruncated", truncated));
        if (truncated) {
            FakeZone.RecordSet next = all.get(most);
            xml.append(element("NextRecordName", next.name())).append(element("NextRecordType", next.type()));
            if (!next.identifier().isEmpty()) {
                xml.append(element("NextRecordIdentifier", next.identifier()));
            }
        }
        xml.append(element("MaxItems", most));
        return document("ListResourceRecordSetsResponse", xml.toString());
    }

    private static String set(FakeZone.RecordSet set) {
        StringBuilder values = new StringBuilder();
        set.values()
                .forEach(value -> values.append("<ResourceRecord>")
                        .append(element("Value", value))
                        .append("</ResourceRecord>"));
        return "<ResourceRecordSet>" + element("Name", set.name()) + element("Type", set.type())
                + (set.identifier().isEmpty() ? "" : element("SetIdentifier", set.identifier()) + element("Weight", 1))
                + element("TTL", set.ttl()) + "<ResourceRecords>" + values + "</ResourceRecords></ResourceRecordSet>";
    }

    static String changeInfo(String document, String id, boolean inSync) {
        return document(
                document,
                "<ChangeInfo>" + element("Id", "/change/" + id) + element("Status", inSync ? "INSYNC" : "PENDING")
                        + element("SubmittedAt", "2026-01-01T00:00:00.000Z") + "</ChangeInfo>");
    }

    static String zone(String id, FakeZone zone) {
        return document(
                "GetHostedZoneResponse",
                "<HostedZone>" + element("Id", "/hostedzone/" + id) + element("Name", zone.name())
                        + element("CallerReference", "test") + "<Config><PrivateZone>false</PrivateZone></Config>"
                        + element("ResourceRecordSetCount", zone.size()) + "</HostedZone>");
    }

    static String error(String code, String message) {
        return document(
                "ErrorResponse",
                "<Error><Type>Sender</Type>" + element("Code", code) + element("Message", message) + "</Error>"
                        + element("RequestId", "test"));
    }

    /** Returns the errors of a batch in the documented form. */
    static String documentedBatchError(List<String> problems) {
        StringBuilder messages = new StringBuilder();
        problems.forEach(problem -> messages.append(element("Message", problem)));
        return document("InvalidChangeBatch", "<Messages>" + messages + "</Messages>" + element("RequestId", "test"));
    }

    private static String document(String root, String content) {
        return "<?xml version=\"1.0\"?>\n<" + root + " xmlns=\"" + NAMESPACE + "\">" + content + "</" + root + ">";
    }

    private static String element(String name, Object value) {
        String escaped =
                String.valueOf(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return "<" + name + ">" + escaped + "</" + name + ">";
    }
}
