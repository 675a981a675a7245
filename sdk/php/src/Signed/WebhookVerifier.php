<?php
declare(strict_types=1);

namespace Likuta\Signed;

use Likuta\Http\ExactJson;
use Likuta\Http\Signing;
use Likuta\WebhookError;

/**
 * Verifies that a webhook comes from the service, unchanged and recent.
 *
 * `X-Service-Signature` is `t=<Unix seconds>,v1=<hex>`, for the hours of an overlap of two secrets with a second `,v1=<hex>`: an HMAC-SHA256
 * keyed with the callback secret over the digits of `t` directly followed by the body's bytes.
 */
final class WebhookVerifier
{
    public function __construct(
        #[\SensitiveParameter] private readonly string $secret,
        private readonly int|float $toleranceSeconds,
        private readonly bool $allowUnsignedCancellation,
        private readonly ?\DateTimeInterface $now,
    ) {
        if (!is_finite($toleranceSeconds) || $toleranceSeconds < 0) {
            throw new \InvalidArgumentException('toleranceSeconds: a number of seconds, at least 0');
        }
        if ($secret === '') {
            throw new \InvalidArgumentException('the callback secret is empty');
        }
    }

    /**
     * @param iterable<array-key, mixed> $headers
     * @throws WebhookError
     */
    public function verify(string $body, iterable $headers): WebhookEvent
    {
        $headers = $this->pairs($headers);
        $values = Headers::values($headers, 'x-service-signature');
        if ($values === []) {
            return $this->unsigned($body, $headers);
        }
        if (!preg_match('/^t=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})$/D', implode(',', $values), $match)) {
            throw new WebhookError('signature_malformed');
        }
        $expected = Signing::hmac($this->secret, $match[1] . $body);
        $isGenuine = false;
        // While a secret is replaced, there is a signature of each. Both are compared, in constant time.
        foreach (explode(',v1=', substr($match[2], 4)) as $signature) {
            $isGenuine = hash_equals($expected, $signature) || $isGenuine;
        }
        if (!$isGenuine) {
            throw new WebhookError('signature_mismatch');
        }
        $age = ($this->now?->getTimestamp() ?? time()) - (int) $match[1];
        if (abs($age) > $this->toleranceSeconds) {
            throw new WebhookError($age > 0 ? 'timestamp_too_old' : 'timestamp_in_future');
        }
        return $this->event($body, $headers, (int) $match[1]);
    }

    /** @param array<array-key, mixed> $headers */
    private function unsigned(string $body, array $headers): WebhookEvent
    {
        if ($this->allowUnsignedCancellation) {
            $event = $this->event($body, $headers, null);
            if ($event->type === 'PAYMENT_CANCELLATION') {
                return $event;
            }
        }
        throw new WebhookError('header_missing');
    }

    /**
     * @param array<array-key, mixed> $headers
     * @param int|null $signedAt Unix seconds of the signature; null when there is none
     */
    private function event(string $body, array $headers, ?int $signedAt): WebhookEvent
    {
        try {
            $data = ExactJson::decode($body);
        } catch (\JsonException) {
            $data = null;
        }
        if (!is_array($data) || !str_starts_with(ltrim($body), '{')) {
            throw new WebhookError('body_malformed');
        }
        $id = Headers::first($headers, 'x-service-event-id') ?? Headers::first($headers, 'webhook-id') ?? '';
        // Two events without an id would be taken for the same one.
        if ($id === '' && $signedAt !== null) {
            throw new WebhookError('event_id_missing');
        }
        $sentAt = $signedAt ?? $this->number($headers, 'x-service-timestamp', 0);
        return new WebhookEvent(
            $id,
            $this->number($headers, 'x-service-attempt', 1),
            new \DateTimeImmutable("@$sentAt"),
            $signedAt !== null,
            $data,
        );
    }

    /** @param array<array-key, mixed> $headers */
    private function number(array $headers, string $name, int $otherwise): int
    {
        $text = Headers::first($headers, $name) ?? '';
        return preg_match('/^[0-9]{1,10}$/D', $text) ? (int) $text : $otherwise;
    }

    /**
     * An iterator can be read once.
     *
     * @param iterable<array-key, mixed> $headers
     * @return array<array-key, mixed>
     */
    private function pairs(iterable $headers): array
    {
        return is_array($headers) ? $headers : iterator_to_array($headers);
    }
}
