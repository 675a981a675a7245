<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Errors\LikutaError;
use Likuta\Http\Caller;
use Likuta\Http\Requests;
use Likuta\Http\Secret;

/**
 * Calls of a signed-in user of a merchant, as far as their role allows.
 *
 * POST requests are never sent twice, because no idempotency key protects them, except those for refund requests.
 *
 * @phpstan-import-type CheckoutSettings from \Likuta\Types
 * @phpstan-import-type CheckoutSettingsRequest from \Likuta\Types
 * @phpstan-import-type Me from \Likuta\Types
 * @phpstan-import-type MicroformRequest from \Likuta\Types
 * @phpstan-import-type MicroformSettings from \Likuta\Types
 * @phpstan-import-type StepUp from \Likuta\Types
 * @phpstan-import-type Whitelist from \Likuta\Types
 * @phpstan-import-type WhitelistRequest from \Likuta\Types
 */
final class Session
{
    public readonly RefundRequests $refundRequests;
    public readonly Deliveries $deliveries;
    public readonly Rotation $rotate;
    public readonly CallbackSetting $callback;
    /** @var Setting<Whitelist, WhitelistRequest> */
    public readonly Setting $whitelist;
    /** @var Setting<MicroformSettings, MicroformRequest> */
    public readonly Setting $microform;
    /** @var Setting<CheckoutSettings, CheckoutSettingsRequest> */
    public readonly Setting $checkout;
    private readonly Requests $requests;
    private readonly Secret $token;

    public function __construct(Caller $caller, #[\SensitiveParameter] string $accessToken)
    {
        $this->token = new Secret($accessToken);
        $this->requests = new Requests($caller, $this->token, SelfService::BASE);
        $this->refundRequests = new RefundRequests($this->requests);
        $this->deliveries = new Deliveries($this->requests);
        $this->rotate = new Rotation($this->requests);
        $this->callback = new CallbackSetting($this->requests, '/callback');
        $this->whitelist = new Setting($this->requests, '/whitelist');
        $this->microform = new Setting($this->requests, '/microform');
        $this->checkout = new Setting($this->requests, '/checkout');
    }

    /** For you to store. It is not shown when the session is printed. */
    public function accessToken(): string
    {
        return $this->token->reveal();
    }

    /**
     * The merchant and the signed-in user.
     *
     * @return Me
     */
    public function me(?float $timeout = null): array
    {
        return $this->requests->read('/me', $timeout);
    }

    /**
     * Confirms your identity before sensitive changes.
     *
     * @return StepUp
     * @throws LikutaError for a wrong password or code
     */
    public function stepUp(
        #[\SensitiveParameter] ?string $password = null,
        #[\SensitiveParameter] ?string $totp = null,
        #[\SensitiveParameter] ?string $recoveryCode = null,
        ?float $timeout = null,
    ): array {
        $proof = array_filter(
            ['password' => $password, 'totp' => $totp, 'recovery_code' => $recoveryCode],
            static fn (?string $each): bool => $each !== null,
        );
        return $this->requests->once('/step-up', $proof, $timeout);
    }

    /** Ends the session. */
    public function logOut(?float $timeout = null): void
    {
        $this->requests->once('/logout', null, $timeout, whole: true);
    }
}
