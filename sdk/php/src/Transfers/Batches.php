<?php
declare(strict_types=1);

namespace Likuta\Transfers;

use Likuta\BatchReads;
use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Access;
use Likuta\Http\Call;
use Likuta\Http\Caller;
use Likuta\Http\Requests;

/**
 * Many transfers by file.
 *
 * @phpstan-import-type Batch from \Likuta\Types
 * @phpstan-import-type BatchRow from \Likuta\Types
 * @extends BatchReads<BatchRow>
 */
final class Batches extends BatchReads
{
    public readonly Profiles $profiles;

    public function __construct(Caller $caller)
    {
        parent::__construct(new Requests($caller, Access::Basic, '/api/v1/remittance/batches'));
        $this->profiles = new Profiles(new Requests($caller, Access::Basic, '/api/v1/remittance/profiles'));
    }

    /**
     * Uploads up to 10,000 rows. Nothing is sent before a person has confirmed the batch.
     *
     * A row is a transfer, or what is left of it where it names saved profiles in `sender_profile` and `beneficiary`.
     *
     * @param list<array<string, mixed>> $rows
     * @return Batch
     * @throws ConflictError RMT-1034 if the same rows were uploaded within 30 days
     */
    public function upload(string $name, array $rows, ?float $timeout = null): array
    {
        return $this->requests->once('', ['rows' => $rows], $timeout, query: ['name' => $name]);
    }

    /**
     * Sends no further rows for now.
     *
     * @return Batch
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function pause(string $batchId, ?float $timeout = null): array
    {
        return $this->requests->once(Call::path('/{}/pause', $batchId), null, $timeout);
    }

    /**
     * Goes on with a paused batch.
     *
     * @return Batch
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function resume(string $batchId, ?float $timeout = null): array
    {
        return $this->requests->once(Call::path('/{}/resume', $batchId), null, $timeout);
    }

    /**
     * Sends no further rows. What was sent stays sent.
     *
     * @return Batch
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function cancel(string $batchId, ?float $timeout = null): array
    {
        return $this->requests->once(Call::path('/{}/cancel', $batchId), null, $timeout);
    }

    /**
     * Sends failed rows again.
     *
     * @return Batch
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function retryFailed(string $batchId, ?float $timeout = null): array
    {
        return $this->requests->once(Call::path('/{}/retry-failed', $batchId), null, $timeout);
    }
}
