<?php
declare(strict_types=1);

/** Returns the headers of a signed request. $path includes the query; $body is exactly what is sent. */
function sign_request(string $apiKey, string $apiSecret, string $method, string $path, string $body = '', ?int $timestamp = null): array
{
    $timestamp ??= time();
    $signature = hash_hmac('sha256', "$timestamp\n$method\n$path\n$body", $apiSecret);
    return ['X-API-Key' => $apiKey, 'X-Timestamp' => (string) $timestamp, 'X-Signature' => $signature];
}

/** Whether a webhook comes from Likuta, unchanged and recent. $body must be file_get_contents('php://input'). */
function verify_webhook(string $body, ?string $signature, string $secret, ?int $now = null): bool
{
    if (!preg_match('/^t=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})$/D', $signature ?? '', $match)) return false;
    if (abs(($now ?? time()) - (int) $match[1]) > 300) return false;
    $expected = hash_hmac('sha256', $match[1] . $body, $secret);
    foreach (explode(',v1=', $match[2]) as $v1) if (hash_equals($expected, $v1)) return true;
    return false;
}
