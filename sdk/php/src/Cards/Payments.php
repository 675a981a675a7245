<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Access;
use Likuta\Http\Call;
use Likuta\Http\Caller;
use Likuta\Http\Requests;
use Likuta\Http\Safe;

/**
 * Card payments and payments by mobile money.
 *
 * @phpstan-import-type PaymentStatus from \Likuta\Types
 * @phpstan-import-type Receipt from \Likuta\Types
 */
final class Payments
{
    public readonly Orders $orders;
    public readonly Links $links;
    public readonly Balance $balance;
    public readonly Payouts $payouts;
    public readonly Statements $statements;
    public readonly Invoices $invoices;
    public readonly RefundRequests $refundRequests;
    public readonly RefundBatches $refundBatches;
    public readonly Disputes $disputes;
    public readonly CustomCheckout $checkout;
    private readonly Requests $requests;

    public function __construct(Caller $caller)
    {
        $below = static fn (string $path): Requests => new Requests($caller, Access::Signature, $path);
        $this->requests = $below('/api/v1/payment');
        $this->orders = new Orders($below('/api/v1/payment/orders'));
        $this->links = new Links($below('/api/v1/payment-links'));
        $this->balance = new Balance($below('/api/v1/payment/balance'));
        $this->payouts = new Payouts($below('/api/v1/payment/payouts'));
        $this->statements = new Statements($below('/api/v1/payment/statements'));
        $this->invoices = new Invoices($below('/api/v1/payment/invoices'));
        $this->refundRequests = new RefundRequests($this->requests);
        $this->refundBatches = new RefundBatches($below('/api/v1/payment/refund-batches'));
        $this->disputes = new Disputes($below('/api/v1/payment/disputes'));
        $status = fn (string $transactionUuid): array => $this->status($transactionUuid);
        $this->checkout = new CustomCheckout($below('/api/v1/microform'), $caller->settings, $status);
    }

    /**
     * The current status of a payment. Rely on the webhook, and call this when it is late.
     *
     * @return PaymentStatus
     * @throws NotFoundError
     */
    public function status(string $transactionUuid, ?float $timeout = null): array
    {
        return $this->requests->repeat('/status', ['transaction_uuid' => $transactionUuid], $timeout, safe: Safe::Read);
    }

    /**
     * The signed receipt of a payment that was completed.
     *
     * @return Receipt
     * @throws NotFoundError
     * @throws ConflictError for any other payment
     */
    public function receipt(string $transactionUuid, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/{}/receipt', $transactionUuid), $timeout);
    }
}
