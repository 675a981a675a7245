<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Errors\PermissionError;
use Likuta\Http\Call;
use Likuta\Http\Requests;

/**
 * Refunds that a merchant's server asks for, with an API key that has the scope `refund`.
 *
 * A session of self-service also lists and withdraws requests.
 *
 * @phpstan-import-type NewRefundRequest from \Likuta\Types
 * @phpstan-import-type RefundRequest from \Likuta\Types
 */
final class RefundRequests
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Requests the refund of a payment: without an amount, of all that remains.
     *
     * It waits for an admin, unless the merchant may refund by itself: then the payment is refunded at once.
     *
     * @param NewRefundRequest $request
     * @return RefundRequest
     * @throws NotFoundError
     * @throws ConflictError while another request is open
     * @throws PermissionError without the scope
     */
    public function create(
        string $transactionUuid,
        array $request,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write(Call::path('/{}/refund-requests', $transactionUuid), $request, $idempotencyKey, $timeout);
    }
}
