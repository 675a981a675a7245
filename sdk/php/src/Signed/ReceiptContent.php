<?php
declare(strict_types=1);

namespace Likuta\Signed;

/** What a genuine receipt states. Name and reference end in … if they were too long for the token. */
final class ReceiptContent
{
    /**
     * @param string $state paid, partially_refunded, refunded, voided, disputed, returned, successful or reversed
     * @param \DateTimeImmutable $asOf the time at which this was its state
     */
    public function __construct(
        public readonly string $code,
        public readonly string $merchant,
        public readonly string $reference,
        public readonly string $amount,
        public readonly string $currency,
        public readonly \DateTimeImmutable $paidAt,
        public readonly string $state,
        public readonly \DateTimeImmutable $asOf,
        public readonly string $keyId,
    ) {
    }
}
