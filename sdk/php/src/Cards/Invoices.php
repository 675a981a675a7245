<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * The monthly invoices of our fees.
 *
 * @phpstan-import-type CardCurrency from \Likuta\Types
 * @phpstan-import-type FeeInvoice from \Likuta\Types
 * @phpstan-import-type FeeInvoiceSummary from \Likuta\Types
 */
final class Invoices
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * One for each currency and month with fees, newest first.
     *
     * @param CardCurrency|null $currency
     * @return Pages<FeeInvoiceSummary>
     */
    public function list(?string $currency = null, int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('', ['currency' => $currency], $limit, $timeout);
    }

    /**
     * @return FeeInvoice
     * @throws NotFoundError
     */
    public function read(string $number, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}', $number), $timeout);
    }

    /**
     * The invoice as a PDF.
     *
     * @param 'en'|'fr'|null $lang
     * @throws NotFoundError
     */
    public function download(string $number, ?string $lang = null, ?float $timeout = null): string
    {
        $query = ['format' => 'pdf', 'lang' => $lang];
        return $this->requests->read(Call::path('/{}', $number), $timeout, $query, file: true);
    }
}
