<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * Card money to your destinations.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type CardCurrency from \Likuta\Types
 * @phpstan-import-type Payout from \Likuta\Types
 * @phpstan-import-type PayoutDetail from \Likuta\Types
 * @phpstan-import-type PayoutRequest from \Likuta\Types
 * @phpstan-import-type PayoutState from \Likuta\Types
 */
final class Payouts
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Pays available card money to one of your destinations. A reference is paid once, however often it is sent.
     *
     * @param PayoutRequest $payout
     * @return Payout
     */
    public function create(array $payout, ?float $timeout = null): array
    {
        return $this->requests->repeat('', $payout, $timeout);
    }

    /**
     * A payout with its history.
     *
     * @return PayoutDetail
     * @throws NotFoundError
     */
    public function read(string $payoutId, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}', $payoutId), $timeout);
    }

    /**
     * The payouts, newest first.
     *
     * @param PayoutState|null $state
     * @param CardCurrency|null $currency
     * @param string|null $from first UTC day, `YYYY-MM-DD`
     * @param string|null $to last UTC day
     * @return Pages<Payout>
     */
    public function list(
        ?string $state = null,
        ?string $currency = null,
        ?string $from = null,
        ?string $to = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        $filters = ['state' => $state, 'currency' => $currency, 'from' => $from, 'to' => $to];
        return $this->requests->list('', $filters, $limit, $timeout);
    }

    /**
     * Cancels a payout. A cancelled payout stays cancelled, so the call may be repeated.
     *
     * @return Payout
     * @throws NotFoundError
     * @throws ConflictError once it was sent
     */
    public function cancel(string $payoutId, ?float $timeout = null): array
    {
        return $this->requests->repeat(Call::path('/{}/cancel', $payoutId), null, $timeout);
    }
}
