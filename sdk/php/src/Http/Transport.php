<?php
declare(strict_types=1);

namespace Likuta\Http;

/** Sends one request and returns whatever response comes. Redirects are responses. */
interface Transport
{
    /**
     * @param array<string, string> $headers
     * @param float $timeout seconds, up to the last byte of the response
     * @throws TransportFailure
     */
    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $timeout,
    ): Response;
}
