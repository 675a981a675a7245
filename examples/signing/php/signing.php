<?php
declare(strict_types=1);

/** The headers of one request. $path has the query; $body is what is sent, byte for byte. */
function sign_request(string $apiKey, string $apiSecret, string $method, string $path, string $body = '', ?int $timestamp = null): array
{
    $timestamp ??= time();
    $signature = hash_hmac('sha256', "$timestamp\n$method\n$path\n$body", $apiSecret);
    return ['X-API-Key' => $apiKey, 'X-Timestamp' => (string) $timestamp, 'X-Signature' => $signature];
}

/** Whether a webhook is Likuta's, unchanged and fresh. $body is file_get_contents('php://input'), nothing else. */
function verify_webhook(string $body, ?string $signature, string $secret, ?int $now = null): bool
{
    if (!preg_match('/^t=([0-9]{10}),v1=([0-9a-f]{64})$/D', $signature ?? '', $match)) return false;
    if (abs(($now ?? time()) - (int) $match[1]) > 300) return false;
    return hash_equals(hash_hmac('sha256', $match[1] . $body, $secret), $match[2]);
}
