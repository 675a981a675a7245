<?php
declare(strict_types=1);

namespace Likuta\Http;

/** With the curl extension: connections stay open between reads. */
final class CurlTransport implements Transport
{
    private ?\CurlHandle $handle = null;

    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $timeout,
    ): Response {
        $this->handle ??= curl_init() ?: throw new TransportFailure('curl cannot start');
        curl_reset($this->handle);
        // curl would add a type of its own to a request without a body, and ask before it sends a long one.
        $lines = ['Expect:', ...($body === null ? ['Content-Type:'] : [])];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $received = [];
        $milliseconds = max(1, (int) ceil($timeout * 1000));
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $lines,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            // curl sends a request again by itself when a connection that was kept open breaks. Only reads may be sent twice.
            CURLOPT_FRESH_CONNECT => $method !== 'GET',
            CURLOPT_TIMEOUT_MS => $milliseconds,
            CURLOPT_CONNECTTIMEOUT_MS => $milliseconds,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HEADERFUNCTION => static function ($_handle, string $line) use (&$received): int {
                $received[] = $line;
                return strlen($line);
            },
        ]);
        if ($body !== null || $method !== 'GET') {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $body ?? '');
        }
        $content = curl_exec($this->handle);
        if (!is_string($content)) {
            $isTimeout = curl_errno($this->handle) === CURLE_OPERATION_TIMEDOUT;
            throw new TransportFailure(curl_error($this->handle), $isTimeout);
        }
        return Response::fromLines($received, $content);
    }
}
