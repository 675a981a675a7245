<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Http\Requests;

/**
 * Orders with a hosted page.
 *
 * @phpstan-import-type OrderRequest from \Likuta\Types
 * @phpstan-import-type Order from \Likuta\Types
 * @phpstan-import-type Amount from \Likuta\Types
 */
final class Orders
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Creates an order to be paid on the page at `links`. Retries of one call make one order; two calls make two.
     *
     * @param OrderRequest $order
     * @param string|false|null $idempotencyKey a new one by default; none if false, and then the call is never repeated
     * @return Order
     */
    public function create(array $order, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('', $order, $idempotencyKey, $timeout);
    }
}
