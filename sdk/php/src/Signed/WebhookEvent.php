<?php
declare(strict_types=1);

namespace Likuta\Signed;

/** A webhook that was verified. `Likuta\Types` has the fields of its `data`, such as `PaymentEvent` for `PAYMENT`. */
final class WebhookEvent
{
    /** @var list<string> */
    private const NAMED = [
        'REFUND', 'VOID', 'DISPUTE', 'PAYMENT_CANCELLATION', 'REMITTANCE', 'PAYOUT', 'COLLECTION_RETURNED', 'BATCH', 'TEST',
    ];

    /**
     * `PAYMENT`, `REFUND`, `VOID`, `DISPUTE`, `PAYMENT_CANCELLATION`, `REMITTANCE`, `PAYOUT`, `COLLECTION_RETURNED`, `BATCH`, `TEST`;
     * `UNKNOWN` for a type that is newer than this package: respond with 200.
     */
    public readonly string $type;

    /**
     * @param string $id `X-Service-Event-Id`, the same for all attempts: handle each id once. The signature does not cover it, so goods are
     *        delivered once for an order, too
     * @param int $attempt 1, 2, …
     * @param \DateTimeImmutable $sentAt when this attempt was sent, in UTC
     * @param bool $signed false only for a cancellation, if you allowed unsigned ones
     * @param array<string, mixed> $data
     */
    public function __construct(
        public readonly string $id,
        public readonly int $attempt,
        public readonly \DateTimeImmutable $sentAt,
        public readonly bool $signed,
        public readonly array $data,
    ) {
        $name = $data['event_type'] ?? null;
        // The outcome of a payment is the only event without a type.
        $isPayment = $name === null && isset($data['status'], $data['transaction_uuid']);
        $this->type = $isPayment ? 'PAYMENT' : (in_array($name, self::NAMED, true) ? $name : 'UNKNOWN');
    }
}
