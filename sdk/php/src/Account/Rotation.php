<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Http\Requests;

/**
 * New secrets. The replaced secret is refused from that moment on.
 *
 * A user with a second factor sends the token of `stepUp`; in production, a user without one sends the current password.
 *
 * @phpstan-import-type NewApiKeys from \Likuta\Types
 * @phpstan-import-type NewCallbackSecret from \Likuta\Types
 * @phpstan-import-type NewMerchantSecret from \Likuta\Types
 */
final class Rotation
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * Replaces the API key.
     *
     * @param list<'charge'|'refund'|'read'|'payouts'|'disputes'>|null $scopes by default what the old key may be used for
     * @return NewApiKeys
     */
    public function apiKeys(
        ?array $scopes = null,
        #[\SensitiveParameter] ?string $currentPassword = null,
        #[\SensitiveParameter] ?string $stepUpToken = null,
        ?float $timeout = null,
    ): array {
        return $this->rotate('/api-keys', ['scopes' => $scopes], $currentPassword, $stepUpToken, $timeout);
    }

    /**
     * Replaces the merchant secret. For owners.
     *
     * @return NewMerchantSecret
     */
    public function merchantSecret(
        #[\SensitiveParameter] ?string $currentPassword = null,
        #[\SensitiveParameter] ?string $stepUpToken = null,
        ?float $timeout = null,
    ): array {
        return $this->rotate('/secret', [], $currentPassword, $stepUpToken, $timeout);
    }

    /**
     * Replaces the webhook secret.
     *
     * @param int|null $overlapHours at most 72, for which webhooks are signed with the old one, too
     * @return NewCallbackSecret
     */
    public function callbackSecret(
        ?int $overlapHours = null,
        #[\SensitiveParameter] ?string $currentPassword = null,
        #[\SensitiveParameter] ?string $stepUpToken = null,
        ?float $timeout = null,
    ): array {
        $fields = ['overlap_hours' => $overlapHours];
        return $this->rotate('/callback-secret', $fields, $currentPassword, $stepUpToken, $timeout);
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private function rotate(
        string $path,
        array $fields,
        #[\SensitiveParameter] ?string $currentPassword,
        #[\SensitiveParameter] ?string $stepUpToken,
        ?float $timeout,
    ): array {
        $all = ['current_password' => $currentPassword] + $fields;
        $body = array_filter($all, static fn (mixed $value): bool => $value !== null);
        $headers = $stepUpToken === null ? [] : ['X-Step-Up-Token' => $stepUpToken];
        return $this->requests->once($path, $body === [] ? null : $body, $timeout, headers: $headers);
    }
}
