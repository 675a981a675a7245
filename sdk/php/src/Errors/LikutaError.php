<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** A call failed. No error ever contains a secret. */
class LikutaError extends \RuntimeException
{
    private const PASSING_STATUSES = [429, 502, 503, 504];
    /** Wait before asking again about a call that is still running, when the service names no time. */
    private const RUNNING_SECONDS = 2;

    /** HTTP status; null when there was no response. */
    public readonly ?int $status;
    /** `RMT-…`, from the remittance service and self-service; the card service has no codes. */
    public readonly ?string $errorCode;
    /** The service's own message. */
    public readonly string $detail;
    /** @var list<FieldFault> */
    public readonly array $faults;
    /** `X-Request-Id` of the response: mention it when you contact support about a call. */
    public readonly ?string $requestId;
    /** How long the service asks you to wait. */
    public readonly ?int $retryAfterSeconds;
    /** The key of the call: repeating the same call with it is safe for 24 hours. */
    public readonly ?string $idempotencyKey;
    /** Whether the same call can succeed later, and cannot be done twice by it. */
    public bool $retryable;
    /** How many times the request was sent. */
    public int $attempts = 1;

    public function __construct(ErrorFacts $facts, ?\Throwable $previous = null)
    {
        $parts = [$facts->status, $facts->errorCode, $facts->detail];
        parent::__construct(implode(' ', array_filter($parts, static fn ($part): bool => (string) $part !== '')), 0, $previous);
        $this->status = $facts->status;
        $this->errorCode = $facts->errorCode;
        $this->detail = $facts->detail;
        $this->faults = $facts->faults;
        $this->requestId = $facts->requestId;
        $isRunning = $this->isStillRunning();
        $this->retryAfterSeconds = $facts->retryAfterSeconds ?? ($isRunning ? self::RUNNING_SECONDS : null);
        $this->idempotencyKey = $facts->idempotencyKey;
        $this->retryable = $facts->status === null || $isRunning || in_array($facts->status, self::PASSING_STATUSES, true);
    }

    /** Whether this refusal only means that the same request is being processed at the moment. */
    public function isStillRunning(): bool
    {
        return $this->status === 409
            && (str_ends_with($this->detail, 'in progress') || str_ends_with($this->detail, 'still running'));
    }
}
