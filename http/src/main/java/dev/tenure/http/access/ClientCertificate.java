package dev.tenure.http.access;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Checks for a client certificate that the server has verified. */
public final class ClientCertificate {
    private ClientCertificate() {}

    /** Tells whether the client of this request has shown one. */
    public static boolean isShownBy(HttpExchange exchange) {
        if (!(exchange instanceof HttpsExchange encrypted)) {
            return false;
        }
        try {
            return encrypted.getSSLSession().getPeerCertificates().length > 0;
        } catch (SSLPeerUnverifiedException none) {
            return false;
        }
    }
}
