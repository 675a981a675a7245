<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\BatchReads;
use Likuta\Errors\ConflictError;

/**
 * Many refunds by file.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type Batch from \Likuta\Types
 * @phpstan-import-type RefundBatchRow from \Likuta\Types
 * @extends BatchReads<RefundBatchRow>
 */
final class RefundBatches extends BatchReads
{
    /**
     * Uploads up to 10,000 rows. Nothing is refunded before a person has confirmed the batch.
     *
     * A row has a payment in one of its first three fields, and what is refunded of it: without an amount, all that is left.
     *
     * @param list<array{transaction_uuid?: string, cs_payment_id?: string, merchant_reference?: string, amount?: Amount, reason: string}> $rows
     * @return Batch
     * @throws ConflictError if the same rows were uploaded within 30 days; its message names the earlier batch
     */
    public function upload(
        string $name,
        array $rows,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write('', ['rows' => $rows], $idempotencyKey, $timeout, ['name' => $name]);
    }
}
