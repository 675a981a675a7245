<?php
declare(strict_types=1);

namespace Likuta\Http;

/** Signatures and credentials of requests. */
final class Signing
{
    /**
     * HMAC-SHA256 in lower-case hex.
     *
     * @throws \InvalidArgumentException for an empty secret, so that a missing setting is noticed
     */
    public static function hmac(#[\SensitiveParameter] string $secret, string $message): string
    {
        if ($secret === '') {
            throw new \InvalidArgumentException('the secret is empty');
        }
        return hash_hmac('sha256', $message, $secret);
    }

    /**
     * The three headers of a request to the card service: the signature covers time, method, path and body, joined by line feeds.
     *
     * @return array{'X-API-Key': string, 'X-Timestamp': string, 'X-Signature': string}
     */
    public static function headers(
        string $apiKey,
        #[\SensitiveParameter] string $apiSecret,
        string $method,
        string $path,
        string $body,
        int $timestamp,
    ): array {
        $signature = self::hmac($apiSecret, "$timestamp\n$method\n$path\n$body");
        return ['X-API-Key' => $apiKey, 'X-Timestamp' => (string) $timestamp, 'X-Signature' => $signature];
    }
}
