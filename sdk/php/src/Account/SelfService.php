<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Errors\AuthenticationError;
use Likuta\Errors\RateLimitError;
use Likuta\Http\Access;
use Likuta\Http\Caller;
use Likuta\Http\Requests;

/**
 * What the users of a merchant do for themselves: sessions of one hour after sign-in with email and password.
 *
 * @phpstan-import-type Credentials from \Likuta\Types
 */
final class SelfService
{
    public const BASE = '/api/v1/merchant';

    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * Opens a session.
     *
     * @param Credentials $account
     * @throws AuthenticationError
     * @throws RateLimitError after five wrong passwords
     */
    public function logIn(#[\SensitiveParameter] array $account, ?float $timeout = null): Session
    {
        $requests = new Requests($this->caller, Access::None, self::BASE);
        return $this->withToken($requests->once('/login', $account, $timeout)['access_token']);
    }

    /** Restores a session from its stored token. */
    public function withToken(#[\SensitiveParameter] string $accessToken): Session
    {
        return new Session($this->caller, $accessToken);
    }
}
