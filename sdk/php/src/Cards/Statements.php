<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Http\Requests;

/**
 * Statements of a UTC month, `YYYY-MM`, or day, `YYYY-MM-DD`, that has begun.
 *
 * @phpstan-import-type CardCurrency from \Likuta\Types
 * @phpstan-import-type Statement from \Likuta\Types
 */
final class Statements
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * The opening balance, each transaction and the closing balance of a month or a day.
     *
     * @param CardCurrency $currency
     * @return Statement
     */
    public function read(string $period, string $currency, ?float $timeout = null): array
    {
        return $this->requests->read('', $timeout, ['period' => $period, 'currency' => $currency]);
    }

    /**
     * The same as a file.
     *
     * @param CardCurrency $currency
     * @param 'pdf'|'csv'|'camt.053' $format
     * @param 'en'|'fr'|null $lang language of a PDF; English by default
     */
    public function download(
        string $period,
        string $currency,
        string $format,
        ?string $lang = null,
        ?float $timeout = null,
    ): string {
        $query = ['period' => $period, 'currency' => $currency, 'format' => $format, 'lang' => $lang];
        return $this->requests->read('', $timeout, $query, file: true);
    }
}
