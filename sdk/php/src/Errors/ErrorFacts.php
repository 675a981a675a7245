<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** What is known of a failed call. */
final class ErrorFacts
{
    /** @param list<FieldFault> $faults */
    public function __construct(
        public readonly string $detail,
        public readonly ?int $status = null,
        public readonly ?string $errorCode = null,
        public readonly array $faults = [],
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
        public readonly ?string $idempotencyKey = null,
    ) {
    }
}
