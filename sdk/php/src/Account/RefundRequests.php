<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;

/**
 * Refunds that a merchant asks for.
 *
 * A request waits for an admin, unless the merchant may refund by itself: then the payment is refunded at once.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type NewRefundRequest from \Likuta\Types
 * @phpstan-import-type RefundRequest from \Likuta\Types
 */
final class RefundRequests
{
    private const PATH = '/payments/{}/refund-requests';

    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Requests the refund of a payment: without an amount, of all that remains.
     *
     * @param NewRefundRequest $request
     * @return RefundRequest
     * @throws NotFoundError
     * @throws ConflictError while another request is open
     */
    public function create(
        string $transactionUuid,
        array $request,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write(Call::path(self::PATH, $transactionUuid), $request, $idempotencyKey, $timeout);
    }

    /**
     * Those of one payment, oldest first.
     *
     * @return list<RefundRequest>
     * @throws NotFoundError
     */
    public function list(string $transactionUuid, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path(self::PATH, $transactionUuid), $timeout)['items'];
    }

    /**
     * @return RefundRequest
     * @throws NotFoundError
     */
    public function read(string $transactionUuid, string $id, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path(self::PATH . '/{}', $transactionUuid, $id), $timeout);
    }

    /**
     * @return RefundRequest
     * @throws NotFoundError
     * @throws ConflictError when it waits no more
     */
    public function withdraw(
        string $transactionUuid,
        string $id,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        $path = Call::path(self::PATH . '/{}/withdraw', $transactionUuid, $id);
        return $this->requests->write($path, null, $idempotencyKey, $timeout);
    }
}
