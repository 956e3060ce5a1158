package dev.tenure.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The libraries that are shipped, with their licences, as CycloneDX lists them. */
final class ThirdParty {
    private static final String HEAD = """
            Tenure is under the Apache License 2.0; see LICENSE. These libraries come with it, each under its own licence:

            """;

    private ThirdParty() {}

    /** Returns the list as text, a line for each library. A library without a licence is refused. */
    static String list(Path components) throws IOException {
        TreeSet<String> lines = new TreeSet<>();
        for (Element component : children(child(root(components), "components"), "component")) {
            String name = text(component, "group") + ":" + text(component, "name") + ":" + text(component, "version");
            String licences = licences(component);
            if (licences.isEmpty()) {
                throw new IllegalStateException(
                        "no licence is known of " + name + ": say it in the list of components");
            }
            if (!name.startsWith("dev.tenure:")) {
                lines.add(name + "  " + licences);
            }
        }
        return HEAD + String.join("\n", lines) + "\n";
    }

    private static Element root(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException unreadable) {
            throw new IOException(file + " is no list of components", unreadable);
        }
    }

    private static String licences(Element component) {
        List<String> names = new ArrayList<>();
        for (Element licences : children(component, "licenses")) {
            for (Element licence : children(licences, "license")) {
                String id = text(licence, "id");
                names.add(id.isEmpty() ? text(licence, "name") : id);
            }
            children(licences, "expression").forEach(each -> names.add(each.getTextContent()));
        }
        return String.join(" or ", names);
    }

    private static Element child(Element parent, String name) {
        return children(parent, name).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " in the list of components"));
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream()
                .findFirst()
                .map(each -> each.getTextContent().strip())
                .orElse("");
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        NodeList all = parent.getChildNodes();
        for (int i = 0; i < all.getLength(); i++) {
            Node node = all.item(i);
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }
}
