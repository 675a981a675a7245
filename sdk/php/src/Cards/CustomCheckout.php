<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\PermissionError;
use Likuta\Http\Requests;
use Likuta\Http\Settings;

/**
 * Card fields in your own page: the proxy for likuta.js, and the four calls that it makes.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type CaptureContext from \Likuta\Types
 * @phpstan-import-type CaptureContextRequest from \Likuta\Types
 * @phpstan-import-type CardCurrency from \Likuta\Types
 * @phpstan-import-type Charge from \Likuta\Types
 * @phpstan-import-type ChargeRequest from \Likuta\Types
 * @phpstan-import-type Enrolment from \Likuta\Types
 * @phpstan-import-type EnrolmentRequest from \Likuta\Types
 * @phpstan-import-type Setup from \Likuta\Types
 * @phpstan-import-type SetupRequest from \Likuta\Types
 * @phpstan-import-type ProxyOrder from CheckoutProxy
 */
final class CustomCheckout
{
    /** @param \Closure(string): array<string, mixed> $status reads the status of a payment */
    public function __construct(
        private readonly Requests $requests,
        private readonly Settings $settings,
        private readonly \Closure $status,
    ) {
    }

    /**
     * The server's part of likuta.js: one address of your own that signs the steps of a payment.
     *
     * @param string $origin of the page with likuta.js, exactly as in your profile
     * @param callable(string): (ProxyOrder|'paid'|null|false) $order reads an order of your database by its id; null, or false as PDO returns
     *        it where there is no row, for one that does not exist or that this visitor may not pay
     * @param (callable(\Throwable): void)|null $onError receives what Likuta or the proxy refused, an order without a field that it needs
     *        too; by default it is written to the error log
     * @throws \InvalidArgumentException without API key and secret
     */
    public function proxy(string $origin, callable $order, ?callable $onError = null): CheckoutProxy
    {
        return new CheckoutProxy($this, $this->status, $this->settings, $origin, $order(...), $onError);
    }

    /**
     * Opens card fields for a page, and the transaction that they will pay.
     *
     * @param CaptureContextRequest $request
     * @return CaptureContext
     * @throws PermissionError
     */
    public function createSession(
        array $request,
        string|false|null $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->write('/capture-context', $request, $idempotencyKey, $timeout, whole: true);
    }

    /**
     * Starts 3-D Secure for a card token.
     *
     * @param SetupRequest $request
     * @return Setup
     */
    public function setUp(array $request, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('/pa-setup', $request, $idempotencyKey, $timeout, whole: true);
    }

    /**
     * Fixes the amount and asks the issuer whether a challenge is required.
     *
     * @param EnrolmentRequest $request
     * @return Enrolment
     */
    public function enrol(array $request, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('/pa-enroll', $request, $idempotencyKey, $timeout, whole: true);
    }

    /**
     * Charges once, however often it is called with the same request: `transaction_uuid` prevents a second charge.
     *
     * A declined charge is a result, not an error: read its `status`.
     *
     * @param ChargeRequest $request
     * @return Charge
     */
    public function charge(array $request, ?float $timeout = null): array
    {
        return $this->requests->repeat('/charge', $request, $timeout, whole: true);
    }
}
