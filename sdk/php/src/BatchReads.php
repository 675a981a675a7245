<?php
declare(strict_types=1);

namespace Likuta;

use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;

/**
 * The calls that read batches: many transfers or refunds by file, checked and then confirmed by a person in the portal.
 *
 * @template Row
 * @phpstan-import-type Batch from Types
 * @phpstan-import-type BatchRowState from Types
 * @phpstan-import-type BatchSummary from Types
 */
abstract class BatchReads
{
    public function __construct(protected readonly Requests $requests)
    {
    }

    /**
     * The batches, newest first.
     *
     * @return Pages<BatchSummary>
     */
    public function list(int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('', [], $limit, $timeout);
    }

    /**
     * @return Batch
     * @throws NotFoundError
     */
    public function read(string $batchId, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}', $batchId), $timeout);
    }

    /**
     * The rows in the order of the file.
     *
     * @param BatchRowState|null $state
     * @return Pages<Row>
     * @throws NotFoundError
     */
    public function rows(
        string $batchId,
        ?string $state = null,
        ?string $field = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        $filters = ['state' => $state, 'field' => $field];
        return $this->requests->list(Call::path('/{}/rows', $batchId), $filters, $limit, $timeout);
    }

    /**
     * A CSV file with what became of each row.
     *
     * @throws NotFoundError
     */
    public function result(string $batchId, ?float $timeout = null): string
    {
        return $this->requests->read(Call::path('/{}/result.csv', $batchId), $timeout, file: true);
    }
}
