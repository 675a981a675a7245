<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * What you are owed for card payments.
 *
 * @phpstan-import-type BalanceTransaction from \Likuta\Types
 * @phpstan-import-type BalanceTransactionType from \Likuta\Types
 * @phpstan-import-type CardBalance from \Likuta\Types
 * @phpstan-import-type CardCurrency from \Likuta\Types
 */
final class Balance
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * What you are owed, one balance per currency.
     *
     * @return list<CardBalance>
     */
    public function read(?float $timeout = null): array
    {
        return $this->requests->read('', $timeout)['balances'];
    }

    /**
     * The transactions that the balance consists of, newest first.
     *
     * @param BalanceTransactionType|null $type
     * @param CardCurrency|null $currency
     * @param string|null $from first UTC day, `YYYY-MM-DD`
     * @param string|null $to last UTC day
     * @return Pages<BalanceTransaction>
     */
    public function transactions(
        ?string $type = null,
        ?string $currency = null,
        ?string $from = null,
        ?string $to = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        $filters = ['type' => $type, 'currency' => $currency, 'from' => $from, 'to' => $to];
        return $this->requests->list('/transactions', $filters, $limit, $timeout);
    }
}
