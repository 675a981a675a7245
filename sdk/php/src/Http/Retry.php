<?php
declare(strict_types=1);

namespace Likuta\Http;

use Likuta\Errors\ConnectionError;
use Likuta\Errors\LikutaError;

/**
 * Decides when the request of one call is sent again, and after how long. The complete rules:
 *
 * 1. Only where nothing can be charged, paid or booked twice: reads always; a write with an `Idempotency-Key`; a write whose reference makes
 *    it unique (`reference` of a transfer, `transaction_uuid` of a charge). Otherwise never.
 * 2. Only after 502, 503, 504, a timeout or a broken connection. Never after a 4xx: not even 408, 409 or 429, whose error tells the caller
 *    how long to wait. Rule 4 is the only exception.
 * 3. At most `retries` times, with pauses that double from half a second to eight, randomly shortened by up to half, and never shorter than
 *    `Retry-After`. A longer `Retry-After` than half a minute is thrown as an error.
 * 4. After an attempt of this call with an unknown outcome (rule 2), a 409 with "in progress" or "still running" refers to that attempt and is
 *    not a refusal: the client keeps retrying with the same pauses, for at most as long as all its attempts may take and never longer than
 *    half a minute. Then it throws the lost attempt's error, preferably a ConnectionError: the outcome is unknown, and the customer should not
 *    pay again. Such a 409 on the first attempt is thrown as `retryable`.
 */
final class Retry
{
    private const FIRST_PAUSE = 0.5;
    private const LONGEST_PAUSE = 8.0;
    private const LONGEST_WAIT = 30.0;

    /** Attempts with an unknown outcome. */
    private int $failures = 0;
    /** The error to throw for them. */
    private ?LikutaError $lost = null;
    /** How often the service reported such an attempt as still running. */
    private int $stillRunning = 0;
    /** The total of the pauses for that, in seconds. */
    private float $waited = 0.0;

    /** @param float|null $chance from 0 to 1, what a pause is shortened by; a random number by default */
    public function __construct(
        private readonly Safe $safe,
        private readonly int $retries,
        private readonly float $timeout,
        private readonly ?float $chance = null,
    ) {
    }

    /** Seconds until the request is sent again; null when it must not be. */
    public function pauseAfter(LikutaError $error): ?float
    {
        if ($this->lost !== null && $error->isStillRunning()) {
            $pause = $this->grownPause($error, ++$this->stillRunning);
            $longest = min($this->timeout * ($this->retries + 1), self::LONGEST_WAIT);
            if ($pause === null || $this->waited + $pause > $longest) {
                return null;
            }
            $this->waited += $pause;
            return $pause;
        }
        if (!$this->isLost($error) || !$this->mayRepeatAfter($error) || ++$this->failures > $this->retries) {
            return null;
        }
        $pause = $this->grownPause($error, $this->failures);
        if ($pause !== null && !$this->lost instanceof ConnectionError) {
            $this->lost = $error;
        }
        return $pause;
    }

    /** Whether the call may be made again: not after an unknown outcome, when nothing keeps it from being done twice. */
    public function mayRepeatAfter(LikutaError $error): bool
    {
        return $this->safe !== Safe::Nothing || !$this->isLost($error);
    }

    /** Whether nobody knows what became of the request. */
    private function isLost(LikutaError $error): bool
    {
        return $error instanceof ConnectionError || in_array($error->status, [502, 503, 504], true);
    }

    /** What ends the call: that of an attempt whose outcome is unknown, while it may still run. */
    public function finalError(LikutaError $error): LikutaError
    {
        return $this->lost !== null && $error->isStillRunning() ? $this->lost : $error;
    }

    /** Seconds, increasing with the number of attempts; null when the service asks for too long a wait. */
    private function grownPause(LikutaError $error, int $times): ?float
    {
        $requested = $error->retryAfterSeconds ?? 0;
        if ($requested > self::LONGEST_WAIT) {
            return null;
        }
        $pause = min(self::FIRST_PAUSE * 2 ** min($times - 1, 10), self::LONGEST_PAUSE);
        $chance = $this->chance ?? random_int(0, 1_000_000) / 1_000_000;
        return (float) max($pause * (1 - $chance / 2), $requested);
    }
}
