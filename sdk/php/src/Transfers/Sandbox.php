<?php
declare(strict_types=1);

namespace Likuta\Transfers;

use Likuta\Http\Requests;

/**
 * What only sandbox merchants can do.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type Balance from \Likuta\Types
 */
final class Sandbox
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Adds test money, at most 10,000.00 per call.
     *
     * @param Amount $amount
     * @return Balance
     */
    public function topUp(
        int|float|string $amount,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write('/sandbox/topup', ['amount' => $amount], $idempotencyKey, $timeout);
    }
}
