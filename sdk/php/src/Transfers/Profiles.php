<?php
declare(strict_types=1);

namespace Likuta\Transfers;

use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * Saved senders and beneficiaries, which rows name by their codes in `sender_profile` and `beneficiary`.
 *
 * @phpstan-import-type ProfileKind from \Likuta\Types
 * @phpstan-import-type SavedProfile from \Likuta\Types
 * @phpstan-import-type SavedProfileSummary from \Likuta\Types
 */
final class Profiles
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * The profiles, senders first.
     *
     * @param ProfileKind|null $kind
     * @param string|null $q only codes that begin like this
     * @return Pages<SavedProfileSummary>
     */
    public function list(
        ?string $kind = null,
        ?string $q = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        return $this->requests->list('', ['kind' => $kind, 'q' => $q], $limit, $timeout);
    }

    /**
     * @param ProfileKind $kind
     * @return SavedProfile
     * @throws NotFoundError
     */
    public function read(string $kind, string $code, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}/{}', $kind, $code), $timeout);
    }

    /**
     * Creates the profile, or replaces all its fields. Rows that were uploaded before keep what they have.
     *
     * @param ProfileKind $kind
     * @param array{fields: array<string, string>} $profile the fields by their names in a transfer
     * @return SavedProfile
     */
    public function save(string $kind, string $code, array $profile, ?float $timeout = null): array
    {
        return $this->requests->once(Call::path('/{}/{}', $kind, $code), $profile, $timeout, 'PUT');
    }

    /**
     * @param ProfileKind $kind
     * @throws NotFoundError
     */
    public function remove(string $kind, string $code, ?float $timeout = null): void
    {
        $this->requests->once(Call::path('/{}/{}', $kind, $code), null, $timeout, 'DELETE');
    }
}
