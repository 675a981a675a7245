<?php
declare(strict_types=1);

namespace Likuta;

use Likuta\Http\Signing;
use Likuta\Signed\ReceiptContent;
use Likuta\Signed\ReceiptVerifier;
use Likuta\Signed\WebhookEvent;
use Likuta\Signed\WebhookVerifier;

/**
 * Verifies a webhook and returns its event.
 *
 * @param string $body as it was received, before any parsing: `file_get_contents('php://input')`
 * @param iterable<array-key, mixed> $headers those of any framework, or `$_SERVER`
 * @param string $secret the merchant's callback secret, `whsec_…`
 * @param int|float $toleranceSeconds maximum age, and maximum lead
 * @param bool $allowUnsignedCancellation accepts the unsigned PAYMENT_CANCELLATION, which is otherwise refused with `header_missing`
 * @param \DateTimeInterface|null $now replaces this machine's clock
 * @throws WebhookError
 * @throws \InvalidArgumentException for invalid options
 */
function verifyWebhook(
    string $body,
    iterable $headers,
    #[\SensitiveParameter] string|false $secret,
    int|float $toleranceSeconds = 300,
    bool $allowUnsignedCancellation = false,
    ?\DateTimeInterface $now = null,
): WebhookEvent {
    $verifier = new WebhookVerifier((string) $secret, $toleranceSeconds, $allowUnsignedCancellation, $now);
    return $verifier->verify($body, $headers);
}

/**
 * Verifies a receipt without a network, and returns what it states, as of the time it was issued.
 *
 * Only `GET /api/v1/receipts/{code}` knows of a refund since.
 *
 * @param string $token the token, or the address of the page that verifies it
 * @param array{keys: list<array<string, mixed>>} $keySet the JSON of `/.well-known/receipt-keys.json`: keep it, and fetch it again now and then
 * @throws ReceiptError
 * @throws \InvalidArgumentException for what is no key set
 */
function verifyReceipt(string $token, array $keySet): ReceiptContent
{
    return ReceiptVerifier::verify($token, $keySet);
}

/**
 * The three headers of a request to the card service, for another HTTP client.
 *
 * @param string $path with the query, exactly as it is sent
 * @param string $body exactly what is sent
 * @param int|null $timestamp Unix seconds, now by default: a request is valid for 30 seconds before and after
 * @return array{'X-API-Key': string, 'X-Timestamp': string, 'X-Signature': string}
 */
function signatureHeaders(
    string $apiKey,
    #[\SensitiveParameter] string $apiSecret,
    string $method,
    string $path,
    string $body = '',
    ?int $timestamp = null,
): array {
    return Signing::headers($apiKey, $apiSecret, $method, $path, $body, $timestamp ?? time());
}
