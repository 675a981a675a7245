<?php
declare(strict_types=1);

namespace Likuta\Transfers;

use Likuta\Errors\ConflictError;
use Likuta\Errors\NotFoundError;
use Likuta\Http\Access;
use Likuta\Http\Call;
use Likuta\Http\Caller;
use Likuta\Http\Requests;
use Likuta\Http\Safe;
use Likuta\Pages;

/**
 * Transfers to mobile-money wallets, and the merchant's wallet that funds them.
 *
 * @phpstan-import-type AcceptedTransfer from \Likuta\Types
 * @phpstan-import-type Account from \Likuta\Types
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type Balance from \Likuta\Types
 * @phpstan-import-type Health from \Likuta\Types
 * @phpstan-import-type InboundRequest from \Likuta\Types
 * @phpstan-import-type LiveRate from \Likuta\Types
 * @phpstan-import-type Operator from \Likuta\Types
 * @phpstan-import-type PhoneCheck from \Likuta\Types
 * @phpstan-import-type Quote from \Likuta\Types
 * @phpstan-import-type QuoteRequest from \Likuta\Types
 * @phpstan-import-type RateTable from \Likuta\Types
 * @phpstan-import-type Receipt from \Likuta\Types
 * @phpstan-import-type RemainingLimits from \Likuta\Types
 * @phpstan-import-type Settlement from \Likuta\Types
 * @phpstan-import-type Timeline from \Likuta\Types
 * @phpstan-import-type Transfer from \Likuta\Types
 * @phpstan-import-type TransferCheck from \Likuta\Types
 * @phpstan-import-type TransferRequirements from \Likuta\Types
 * @phpstan-import-type TransferStatus from \Likuta\Types
 * @phpstan-import-type TransferWithOutcome from \Likuta\Types
 * @phpstan-import-type WalletEntry from \Likuta\Types
 */
final class Remittance
{
    private const BASE = '/api/v1/remittance';

    public readonly Batches $batches;
    public readonly Sandbox $sandbox;
    private readonly Requests $requests;
    /** What needs no secret. */
    private readonly Requests $open;

    public function __construct(Caller $caller)
    {
        $this->requests = new Requests($caller, Access::Basic, self::BASE);
        $this->open = new Requests($caller, Access::None, self::BASE);
        $this->batches = new Batches($caller);
        $this->sandbox = new Sandbox($this->requests);
    }

    /**
     * Sends money. The same reference with the same fields is one transfer, however often it is sent.
     *
     * @param InboundRequest $transfer
     * @param bool $skipNameCheck sandbox merchants only: skips the comparison with the name of the wallet
     * @param string|null $idempotencyKey none by default, because the reference protects the transfer
     * @return AcceptedTransfer
     */
    public function inbound(
        array $transfer,
        bool $skipNameCheck = false,
        ?string $idempotencyKey = null,
        ?float $timeout = null,
    ): array {
        $headers = $skipNameCheck ? ['X-Skip-Name-Check' => 'true'] : [];
        return $this->requests->repeat(
            '/inbound',
            $transfer,
            $timeout,
            headers: $headers,
            idempotencyKey: $idempotencyKey,
        );
    }

    /**
     * Checks a transfer without sending it: what would become of it, with every fault.
     *
     * @param InboundRequest $transfer
     * @return TransferCheck
     */
    public function check(array $transfer, bool $skipNameCheck = false, ?float $timeout = null): array
    {
        $headers = ['X-Check-Only' => 'true'] + ($skipNameCheck ? ['X-Skip-Name-Check' => 'true'] : []);
        return $this->requests->repeat('/inbound', $transfer, $timeout, safe: Safe::Read, headers: $headers);
    }

    /**
     * What a transfer must have, as JSON Schema, and what the next release will require.
     *
     * @return TransferRequirements
     */
    public function requirements(?float $timeout = null): array
    {
        return $this->open->read('/requirements', $timeout);
    }

    /**
     * Promises rate and fee for some minutes. Send `quote_id` with the transfer.
     *
     * @param QuoteRequest $wanted with `source_amount`, what the sender pays, or `receiver_amount`, what the beneficiary receives in US dollars
     * @return Quote
     * @throws ConflictError at the limit of unused quotes
     */
    public function quote(array $wanted, string|false|null $idempotencyKey = null, ?float $timeout = null): array
    {
        return $this->requests->write('/quotes', $wanted, $idempotencyKey, $timeout);
    }

    /**
     * A transfer by your reference or our id.
     *
     * @return TransferWithOutcome
     * @throws NotFoundError
     * @throws \InvalidArgumentException for both or neither
     */
    public function status(?string $reference = null, ?string $transactionId = null, ?float $timeout = null): array
    {
        if (($reference === null) === ($transactionId === null)) {
            throw new \InvalidArgumentException('status takes a reference or a transactionId');
        }
        $query = ['reference' => $reference, 'transaction_id' => $transactionId];
        return $this->requests->read('/transaction/status', $timeout, $query);
    }

    /**
     * The events of a transfer, oldest first.
     *
     * @return Timeline
     * @throws NotFoundError
     */
    public function timeline(string $reference, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/transactions/{}/timeline', $reference), $timeout);
    }

    /**
     * The signed receipt of a transfer that was paid.
     *
     * @return Receipt
     * @throws NotFoundError
     * @throws ConflictError for any other transfer
     */
    public function receipt(string $reference, ?float $timeout = null): array
    {
        return $this->requests->read('/receipt', $timeout, ['reference' => $reference]);
    }

    /**
     * Transfers, newest first.
     *
     * @param TransferStatus|null $status
     * @param Operator|null $operator
     * @param string|null $from first UTC day, `YYYY-MM-DD`
     * @param string|null $to last UTC day
     * @return Pages<Transfer>
     */
    public function transactions(
        ?string $status = null,
        ?string $operator = null,
        ?string $from = null,
        ?string $to = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        $filters = ['status' => $status, 'operator' => $operator, 'from' => $from, 'to' => $to];
        return $this->requests->list('/transactions', $filters, $limit, $timeout);
    }

    /**
     * The holder of a wallet, according to the operator.
     *
     * @param Operator|null $operator
     * @return Account
     * @throws NotFoundError
     */
    public function accountLookup(
        string $customerNumber,
        ?string $operator = null,
        ?string $expectedReceiverName = null,
        ?float $timeout = null,
    ): array {
        return $this->requests->read('/account-lookup', $timeout, [
            'customer_number' => $customerNumber,
            'operator' => $operator,
            'expected_receiver_name' => $expectedReceiverName,
        ]);
    }

    /**
     * Describes a phone number and says whether it is blacklisted, without calling an operator.
     *
     * @return PhoneCheck
     */
    public function kyc(string $phone, ?float $timeout = null): array
    {
        return $this->requests->read('/kyc', $timeout, ['phone' => $phone]);
    }

    /**
     * What is left of the limits of a sender's document, a number, or both together.
     *
     * @return RemainingLimits
     */
    public function limits(
        ?string $senderDocumentNumber = null,
        ?string $customerNumber = null,
        ?float $timeout = null,
    ): array {
        $query = ['sender_document_number' => $senderDocumentNumber, 'customer_number' => $customerNumber];
        return $this->requests->read('/limits', $timeout, $query);
    }

    /**
     * The balance of the wallet.
     *
     * @return Balance
     */
    public function balance(?float $timeout = null): array
    {
        return $this->requests->read('/balance', $timeout);
    }

    /**
     * The entries of the wallet, newest first.
     *
     * @return Pages<WalletEntry>
     */
    public function walletHistory(int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('/wallet/history', [], $limit, $timeout);
    }

    /**
     * Daily settlements, newest first.
     *
     * @return Pages<Settlement>
     */
    public function settlements(
        ?string $from = null,
        ?string $to = null,
        int $limit = Pages::USUAL_LIMIT,
        ?float $timeout = null,
    ): Pages {
        return $this->requests->list('/settlement/list', ['from' => $from, 'to' => $to], $limit, $timeout);
    }

    /**
     * The rate table, updated every six hours.
     *
     * @return RateTable
     */
    public function rates(?float $timeout = null): array
    {
        return $this->open->read('/rate', $timeout);
    }

    /**
     * Calls the rate provider, each time: do not use it for every page or balance.
     *
     * @return LiveRate
     */
    public function liveRate(string $currency, ?float $timeout = null): array
    {
        return $this->requests->read('/rate/live', $timeout, ['currency' => $currency]);
    }

    /**
     * The health of the service. A degraded service responds too: read `status`.
     *
     * @return Health
     */
    public function health(?float $timeout = null): array
    {
        return $this->open->read('/health', $timeout, whole: true, acceptedStatuses: [503]);
    }
}
