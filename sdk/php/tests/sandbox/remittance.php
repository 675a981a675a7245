<?php
// Transfers against a running service, its simulated operators and its callbacks.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Errors;
use Likuta\Likuta;

use function Likuta\verifyReceipt;

return [
    'a transfer is sent once, completed, and reported by a genuine callback' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp('12.34');
        $transfer = transfer();
        $accepted = $remittance->inbound($transfer);
        same(['Submitted', '1'], [$accepted['status'], $accepted['receiver_amount']]);
        same($accepted, $remittance->inbound($transfer));
        $event = webhook('REMITTANCE', ['reference' => $transfer['reference']]);
        same(['Successful', '1'], [$event->data['status'], $event->data['amount']]);
        $outcome = $remittance->status(reference: $transfer['reference']);
        same('Successful', $outcome['status']);
        same($outcome, $remittance->status(transactionId: $accepted['transaction_id']));
        $kinds = array_column($remittance->timeline($transfer['reference'])['events'], 'kind');
        same([], array_diff(['inbound.accepted', 'wallet.confirmed'], $kinds));
        $keys = http('GET', setting('LIKUTA_URL') . '/.well-known/receipt-keys.json');
        $content = verifyReceipt($remittance->receipt($transfer['reference'])['receipt'], $keys);
        same(['successful', '1.00'], [$content->state, $content->amount]);
        thrown(\InvalidArgumentException::class, fn () => $remittance->status(), 'reference');
    },
    'a transfer is checked without being sent' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp(5);
        $transfer = transfer();
        same('would_accept', $remittance->check($transfer)['outcome']);
        thrown(Errors\NotFoundError::class, fn () => $remittance->status(reference: $transfer['reference']));
        $unlike = ['expected_receiver_name' => 'Somebody Else'] + $transfer;
        same('RMT-4006', thrown(Errors\ValidationError::class, fn () => $remittance->inbound($unlike))->errorCode);
        same(null, $remittance->inbound($unlike, skipNameCheck: true)['subscriber_name']);
    },
    'errors of remittance have their classes, codes and fields' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp(5);
        $wrong = transfer(currency: 'XXX');
        unset($wrong['sender_city']);
        $error = thrown(Errors\ValidationError::class, fn () => $remittance->inbound($wrong));
        $fields = array_map(fn (Errors\FieldFault $fault): string => $fault->field, $error->faults);
        sort($fields);
        same(['RMT-1005', 400, ['currency', 'sender_city']], [$error->errorCode, $error->status, $fields]);
        foreach ([
            ['RMT-3001', ['customer_number' => '+243810000007', 'expected_receiver_name' => 'Grace Lukusa'], Errors\PermissionError::class],
            ['RMT-4001', ['customer_number' => '+243810000005'], Errors\NotFoundError::class],
            ['RMT-9003', ['amount' => 2], Errors\ValidationError::class],
        ] as [$code, $changed, $class]) {
            same($code, thrown($class, fn () => $remittance->inbound(transfer(...$changed)))->errorCode);
        }
    },
    'an empty wallet, a reused reference and a wrong secret are different errors' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp(5);
        $transfer = transfer();
        $url = setting('LIKUTA_URL');
        $poor = new Likuta($url, merchantCode: setting('POOR_CODE'), merchantSecret: setting('POOR_SECRET'));
        thrown(Errors\InsufficientBalanceError::class, fn () => $poor->remittance->inbound($transfer));
        $remittance->inbound($transfer);
        thrown(Errors\ConflictError::class, fn () => $remittance->inbound(['amount' => '0.50'] + $transfer));
        $thief = new Likuta($url, merchantCode: setting('LIKUTA_MERCHANT_CODE'), merchantSecret: 'msk_test_wrong');
        thrown(Errors\AuthenticationError::class, fn () => $thief->remittance->balance());
    },
    'a quote promises a price that the transfer pays' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp(5);
        $quote = $remittance->quote(['source_amount' => '1.00', 'currency' => 'USD']);
        $transfer = transfer(quote_id: $quote['quote_id']);
        unset($transfer['amount'], $transfer['currency']);
        $sent = $remittance->inbound($transfer);
        same(round((float) $quote['total_debit'], 2), round((float) $sent['receiver_amount'] + (float) $sent['fee'], 2));
    },
    'lists are iterated over all pages, newest first' => static function (): void {
        $remittance = likuta()->remittance;
        $remittance->sandbox->topUp(5);
        $references = [uniqueText('L-'), uniqueText('L-'), uniqueText('L-')];
        foreach ($references as $reference) {
            $remittance->inbound(transfer(amount: 1, reference: $reference));
        }
        $walked = array_column([...$remittance->transactions(limit: 2)], 'reference');
        same(array_reverse($references), array_slice($walked, 0, 3));
        $pages = [...$remittance->transactions(limit: 2)->pages()];
        same(count($walked), $pages[0]->pagination['total']);
        same(count($walked), array_sum(array_map(fn ($page): int => count($page->items), $pages)));
        same([], [...$remittance->transactions(operator: 'airtel')]);
        same('RMT-1006', thrown(Errors\ValidationError::class, fn () => [...$remittance->transactions(from: 'May')])->errorCode);
        // New entries push older ones to later pages, where they would come twice.
        eventually('the last outcome', fn () => (float) $remittance->balance()['reserved'] === 0.0);
        $entries = [...$remittance->walletHistory(limit: 3)];
        $first = end($entries);
        same(['TOPUP', $first['amount']], [$first['kind'], $first['balance_after']]);
        same(count($entries), count(array_unique(array_column($entries, 'id'))));
        same([], [...$remittance->settlements(from: '2026-01-01')]);
    },
    'balances are texts of numbers, to the cent' => static function (): void {
        $sandbox = likuta()->remittance->sandbox;
        $before = likuta()->remittance->balance()['available'];
        $sandbox->topUp('0.10');
        $after = $sandbox->topUp(0.2)['available'];
        holds(is_string($before) && is_numeric($before) && is_string($after), "$before $after");
        same(30, (int) round(((float) $after - (float) $before) * 100));
    },
    'look-ups describe a wallet, a number, rates and the service' => static function (): void {
        $remittance = likuta()->remittance;
        $account = $remittance->accountLookup('+243810000001', expectedReceiverName: 'Mukendi Jean');
        same(['vodacom', true, 'MATCH'], [$account['operator'], $account['active'], $account['name_match']['decision']]);
        $check = $remittance->kyc('+243 970 000 007');
        same(['+243970000007', 'airtel', true], [$check['e164'], $check['operator'], $check['blacklisted']]);
        same([], $remittance->limits(customerNumber: '+243810000001')['limits']);
        holds(isset($remittance->requirements()['schema']['properties']), 'no schema');
        same(8, count($remittance->rates()['rates']));
        holds($remittance->liveRate('CDF')['rate'] > 0, 'no rate');
        same('ok', $remittance->health()['checks']['database']);
    },
    'a batch of transfers with saved profiles is uploaded, read and cancelled' => static function (): void {
        $batches = likuta()->remittance->batches;
        $pattern = '/^(customer_number|operator|expected_receiver_name|receiver_(?!currency).*)$/';
        $fields = array_filter(transfer(), fn (string $name): bool => preg_match($pattern, $name) === 1, ARRAY_FILTER_USE_KEY);
        $saved = $batches->profiles->save('beneficiary', 'PHP-001', ['fields' => $fields]);
        same($saved, $batches->profiles->read('beneficiary', 'PHP-001'));
        same(['PHP-001'], array_column([...$batches->profiles->list(kind: 'beneficiary', q: 'PHP')], 'code'));
        $rows = [transfer(amount: '0.40', reference: uniqueText('B-')), transfer(amount: '0.50', reference: uniqueText('B-'))];
        $batch = $batches->upload('December', $rows);
        same(['CHECKING', 2], [$batch['state'], $batch['rows']]);
        same([1, 2], array_column([...$batches->rows($batch['batch_id'], limit: 1)], 'row'));
        holds(in_array($batch['batch_id'], array_column([...$batches->list()], 'batch_id'), true), 'not listed');
        holds(str_contains($batches->result($batch['batch_id']), 'reference'), 'no result');
        same('RMT-1034', thrown(Errors\ConflictError::class, fn () => $batches->upload('December', $rows))->errorCode);
        foreach (['pause', 'resume', 'retryFailed'] as $act) {
            thrown(Errors\ConflictError::class, fn () => $batches->$act($batch['batch_id']));
        }
        same('CANCELLED', $batches->cancel($batch['batch_id'])['state']);
        $batches->profiles->remove('beneficiary', 'PHP-001');
        thrown(Errors\NotFoundError::class, fn () => $batches->profiles->read('beneficiary', 'PHP-001'));
    },
    'a degraded service is returned at once' => static function (): void {
        FailingServer::will(['status' => 503, 'body' => ['status' => 'degraded', 'checks' => ['database' => 'unreachable']]]);
        same('degraded', FailingServer::client()->remittance->health()['status']);
        same(1, count(FailingServer::received()));
    },
];
