<?php
declare(strict_types=1);

namespace Likuta\Http;

/** With PHP's own streams, where the curl extension is missing: one connection per call. */
final class StreamTransport implements Transport
{
    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $timeout,
    ): Response {
        $deadline = microtime(true) + $timeout;
        $lines = ['Connection: close'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        // Without a length, a request with another method than GET is refused by some proxies.
        if ($body === null && $method !== 'GET') {
            $lines[] = 'Content-Length: 0';
        }
        $options = [
            'method' => $method,
            'header' => $lines,
            'content' => $body ?? '',
            'protocol_version' => 1.1,
            'timeout' => $timeout,
            'follow_location' => 0,
            'ignore_errors' => true,
        ];
        $stream = $this->quietly(static fn () => fopen($url, 'r', false, stream_context_create(['http' => $options])), $warning);
        if ($stream === false) {
            throw new TransportFailure($warning ?: 'no connection', microtime(true) >= $deadline);
        }
        try {
            $received = stream_get_meta_data($stream)['wrapper_data'] ?? [];
            $response = Response::fromLines(array_values((array) $received), $this->content($stream, $deadline));
        } finally {
            fclose($stream);
        }
        $length = $response->headers['content-length'] ?? null;
        if ($length !== null && strlen($response->body) < (int) $length) {
            throw new TransportFailure('the response broke off');
        }
        return $response;
    }

    /** @param resource $stream */
    private function content($stream, float $deadline): string
    {
        $content = '';
        while (!feof($stream)) {
            $left = max(0.001, $deadline - microtime(true));
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1_000_000));
            $part = $this->quietly(static fn () => fread($stream, 65_536), $warning);
            // PHP limits each wait; this limits all of them together, for a response that comes in drops.
            if (stream_get_meta_data($stream)['timed_out'] || microtime(true) > $deadline) {
                throw new TransportFailure('the response is not complete', true);
            }
            if ($part === false) {
                throw new TransportFailure($warning ?: 'the connection broke');
            }
            $content .= $part;
        }
        return $content;
    }

    /**
     * Calls a function of PHP without its warnings, and keeps the last one.
     *
     * @template T
     * @param \Closure(): T $function
     * @return T
     */
    private function quietly(\Closure $function, ?string &$warning): mixed
    {
        $warning = null;
        set_error_handler(static function (int $_level, string $message) use (&$warning): bool {
            $warning = $message;
            return true;
        });
        try {
            return $function();
        } finally {
            restore_error_handler();
        }
    }
}
