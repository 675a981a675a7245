<?php
declare(strict_types=1);

namespace Likuta\Cards;

/** What the shop's server responds to likuta.js. */
final class ProxyResponse
{
    /**
     * @param array<string, string> $headers
     * @param string $body JSON
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /** Sends it as the response to the current request. */
    public function send(): void
    {
        http_response_code($this->status);
        foreach ($this->headers as $name => $value) {
            header("$name: $value", false);
        }
        echo $this->body;
    }
}
