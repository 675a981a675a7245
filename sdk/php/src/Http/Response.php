<?php
declare(strict_types=1);

namespace Likuta\Http;

final class Response
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    /**
     * @param list<string> $lines a status line and headers; of several responses, the last one counts
     * @throws TransportFailure
     */
    public static function fromLines(array $lines, string $body): self
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/[0-9.]+ ([0-9]{3})~i', $line, $match)) {
                $status = (int) $match[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return $status === 0 ? throw new TransportFailure('the response has no status') : new self($status, $headers, $body);
    }
}
