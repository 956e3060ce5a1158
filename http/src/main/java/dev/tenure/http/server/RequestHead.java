package dev.tenure.http.server;

import com.sun.net.httpserver.Headers;
import dev.tenure.http.json.JsonReply;
import dev.tenure.http.json.RequestRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request line and the headers of a request. Ambiguous requests, which two servers could read differently, are
 * refused.
 *
 * @param method such as GET
 * @param target what is asked for
 * @param version HTTP/1.0 or HTTP/1.1
 * @param headers all headers
 * @param bodyLength how many bytes follow
 */
record RequestHead(String method, URI target, String version, Headers headers, long bodyLength) {
    static final int MOST_BYTES = 16 * 1024;
    private static final int MOST_HEADERS = 64;
    private static final Pattern REQUEST_LINE =
            Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]{1,32}) ([!-~]+) (HTTP/1\\.[01])");
    /** Without any choice in it: with one, a long line of blanks took hours to refuse. */
    private static final Pattern HEADER =
            Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]++):([\\t\\x20-\\x7e\\x80-\\xff]*+)");

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    /** Returns a placeholder for an unreadable request; bytes that still arrive count as its body. */
    static RequestHead unreadable() {
        return new RequestHead("GET", URI.create("/"), "HTTP/1.0", new Headers(), MOST_BYTES);
    }

    /**
     * Reads up to the empty line.
     *
     * @throws RequestRefusedException if it is malformed or too large
     */
    static RequestHead read(InputStream in) throws IOException, RequestRefusedException {
        int[] left = {MOST_BYTES};
        Matcher request = REQUEST_LINE.matcher(line(in, left));
        if (!request.matches()) {
            throw malformed("no request line such as 'GET /livez HTTP/1.1'");
        }
        Headers headers = new Headers();
        int count = 0;
        for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
            Matcher header = HEADER.matcher(line);
            if (!header.matches()) {
                throw malformed("a header that is not of the form 'Name: value'");
            }
            if (++count > MOST_HEADERS) {
                throw tooLarge();
            }
            headers.add(header.group(1), header.group(2).strip());
        }
        return new RequestHead(
                request.group(1), target(request.group(2)), request.group(3), headers, bodyLength(headers));
    }

    boolean keepsConnection() {
        return version.equals("HTTP/1.1") && !mentions("Connection", "close");
    }

    /** Tells whether the client waits for {@code 100 Continue}. */
    boolean waitsToContinue() {
        return mentions("Expect", "100-continue");
    }

    private boolean mentions(String header, String word) {
        return headers.getOrDefault(header, List.of()).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(word));
    }

    private static URI target(String text) throws RequestRefusedException {
        try {
            URI target = new URI(text);
            if (target.getRawPath() != null) {
                return target;
            }
        } catch (URISyntaxException malformed) {
            throw malformed("what is asked for is no path");
        }
        throw malformed("what is asked for is no path");
    }

    private static long bodyLength(Headers headers) throws RequestRefusedException {
        if (headers.containsKey("Transfer-Encoding")) {
            throw new RequestRefusedException(JsonReply.LENGTH_REQUIRED, "bodies are read only with a Content-Length");
        }
        List<String> lengths = headers.getOrDefault("Content-Length", List.of("0"));
        if (lengths.size() != 1 || !LENGTH.matcher(lengths.get(0)).matches()) {
            throw malformed("a Content-Length that is no number");
        }
        return Long.parseLong(lengths.get(0));
    }

    private static String line(InputStream in, int[] left) throws IOException, RequestRefusedException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (left[0]-- == 0) {
                throw tooLarge();
            }
            if (next == '\n') {
                int end = line.length() - 1;
                if (end < 0 || line.charAt(end) != '\r') {
                    throw malformed("a line that does not end with CR LF");
                }
                return line.substring(0, end);
            }
            line.append((char) next);
        }
        throw new IOException("the client hung up in the middle of a request");
    }

    private static RequestRefusedException malformed(String what) {
        return new RequestRefusedException(JsonReply.BAD_REQUEST, "malformed request: " + what);
    }

    private static RequestRefusedException tooLarge() {
        return new RequestRefusedException(
                JsonReply.HEADERS_TOO_LARGE,
                "the request has more than " + MOST_HEADERS + " headers or " + MOST_BYTES + " bytes of them");
    }
}
