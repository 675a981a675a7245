<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Errors\ValidationError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * Links to hand to payers: for one amount, an open amount, or a total in parts.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type LinkReceipt from \Likuta\Types
 * @phpstan-import-type MadeLink from \Likuta\Types
 * @phpstan-import-type Order from \Likuta\Types
 * @phpstan-import-type OrderRequest from \Likuta\Types
 * @phpstan-import-type PaymentLink from \Likuta\Types
 * @phpstan-import-type PaymentLinkRequest from \Likuta\Types
 */
final class Links
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * @param PaymentLinkRequest $link
     * @return PaymentLink
     */
    public function create(array $link, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('', $link, $idempotencyKey, $timeout);
    }

    /**
     * Creates up to 5,000 links at once, all or none.
     *
     * The same rows again within 30 days are the first links, unless one of them was cancelled.
     *
     * @param list<PaymentLinkRequest> $rows
     * @return list<MadeLink>
     * @throws ValidationError that names row and field
     */
    public function createMany(array $rows, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('/batch', ['rows' => $rows], $idempotencyKey, $timeout)['items'];
    }

    /**
     * @return PaymentLink
     * @throws NotFoundError
     */
    public function read(string $code, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}', $code), $timeout);
    }

    /**
     * The links, newest first.
     *
     * @return Pages<PaymentLink>
     */
    public function list(?string $group = null, int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('', ['group' => $group], $limit, $timeout);
    }

    /**
     * A CSV file with who has paid what of a group.
     *
     * @throws NotFoundError
     */
    public function groupFile(string $group, ?float $timeout = null): string
    {
        return $this->requests->read(Call::path('/groups/{}.csv', $group), $timeout, file: true);
    }

    /**
     * Creates an order for a part, or for an amount of the payer's choice.
     *
     * @param OrderRequest $order
     * @return Order
     * @throws NotFoundError
     * @throws ConflictError when more than remains
     */
    public function order(
        string $code,
        array $order,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write(Call::path('/{}/orders', $code), $order, $idempotencyKey, $timeout);
    }

    /**
     * The signed receipt over all parts.
     *
     * @return LinkReceipt
     * @throws NotFoundError
     * @throws ConflictError before the total was paid
     */
    public function receipt(string $code, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}/receipt', $code), $timeout);
    }

    /**
     * @return PaymentLink
     * @throws NotFoundError
     * @throws ConflictError when the link has already ended
     */
    public function cancel(string $code, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write(Call::path('/{}/cancel', $code), null, $idempotencyKey, $timeout);
    }
}
