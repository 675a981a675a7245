<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * Chargebacks, and inquiries of banks.
 *
 * @phpstan-import-type Dispute from \Likuta\Types
 * @phpstan-import-type DisputeEvidence from \Likuta\Types
 * @phpstan-import-type DisputeState from \Likuta\Types
 * @phpstan-import-type DisputeSummary from \Likuta\Types
 */
final class Disputes
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * The disputes, newest first.
     *
     * @param DisputeState|null $state
     * @return Pages<DisputeSummary>
     */
    public function list(?string $state = null, int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('', ['state' => $state], $limit, $timeout);
    }

    /**
     * @return Dispute
     * @throws NotFoundError
     */
    public function read(string $disputeId, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}', $disputeId), $timeout);
    }

    /**
     * Adds texts and a file, and sends the evidence with `submit`.
     *
     * @param DisputeEvidence $evidence
     * @return Dispute
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function sendEvidence(
        string $disputeId,
        array $evidence,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write(Call::path('/{}/evidence', $disputeId), $evidence, $idempotencyKey, $timeout);
    }

    /**
     * Removes a file that was not sent yet, by its id in `$dispute['evidence']['files']`.
     *
     * @return Dispute
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function removeFile(
        string $disputeId,
        string $fileId,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        $path = Call::path('/{}/evidence/files/{}/remove', $disputeId, $fileId);
        return $this->requests->write($path, null, $idempotencyKey, $timeout);
    }

    /**
     * Gives up the disputed amount and its fee.
     *
     * @return Dispute
     * @throws NotFoundError
     * @throws ConflictError
     */
    public function accept(string $disputeId, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write(Call::path('/{}/accept', $disputeId), null, $idempotencyKey, $timeout);
    }
}
