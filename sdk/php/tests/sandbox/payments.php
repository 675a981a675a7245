<?php
// Card payments against a running service, its simulated gateway and its webhooks.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Errors;
use Likuta\Likuta;

use function Likuta\verifyReceipt;

$paid = static function (mixed ...$changed): array {
    $made = likuta()->payments->orders->create(order(...$changed));
    pay($made['links']);
    webhook('PAYMENT', ['transaction_uuid' => $made['transaction_uuid']]);
    return $made;
};
$billTo = [
    'first_name' => 'Grâce',
    'last_name' => 'Mukendi',
    'email' => 'grace@example.com',
    'phone_number' => '0991234567',
    'address_line1' => '12 avenue du Lac',
    'address_city' => 'Goma',
    'address_country' => 'CD',
];
$charges = static function (string $number, string $status) use ($billTo): void {
    $checkout = likuta()->payments->checkout;
    $session = $checkout->createSession(['target_origin' => 'https://shop.example', 'merchant_reference' => 'C-1']);
    $card = [
        'transaction_uuid' => $session['transaction_uuid'],
        'transient_token' => cardToken(setting('SANDBOX_URL'), $session['jwt'], $number),
    ];
    $payment = $card + ['amount' => 30, 'currency' => 'USD', 'bill_to' => $billTo];
    $setup = $checkout->setUp($card);
    $enrolled = $checkout->enrol($payment + ['reference_id' => $setup['reference_id'], 'browser' => ['java_enabled' => false]]);
    same('AUTHENTICATED', $enrolled['status']);
    $charge = $payment + [
        'merchant_reference' => 'C-1',
        'callback_url' => setting('RECEIVER_URL') . '/hooks',
        'authentication_transaction_id' => $enrolled['authentication_transaction_id'],
    ];
    $outcome = $checkout->charge($charge);
    same($status, $outcome['status']);
    same($outcome, $checkout->charge($charge));
    webhook('PAYMENT', ['transaction_uuid' => $card['transaction_uuid'], 'status' => $status]);
};

return [
    'an order is paid by its link, and its webhook and receipt are genuine' => static function (): void {
        $order = order();
        $made = likuta()->payments->orders->create($order);
        $uuid = $made['transaction_uuid'];
        same(['25.50', 'PENDING'], [$made['amount'], likuta()->payments->status($uuid)['transaction_status']]);
        thrown(Errors\ConflictError::class, fn () => likuta()->payments->receipt($uuid));
        pay($made['links']);
        $event = webhook('PAYMENT', ['transaction_uuid' => $uuid]);
        same(['SUCCESS', $order['merchant_reference']], [$event->data['status'], $event->data['reference']]);
        holds($event->signed && $event->attempt === 1 && $event->id !== '', 'the facts of the delivery');
        same('SUCCESS', likuta()->payments->status($uuid)['transaction_status']);
        $receipt = likuta()->payments->receipt($uuid);
        $content = verifyReceipt($receipt['receipt'], http('GET', setting('LIKUTA_URL') . '/.well-known/receipt-keys.json'));
        same([$receipt['code'], '25.50', 'paid'], [$content->code, $content->amount, $content->state]);
    },
    'every form of an amount arrives to the cent' => static function (): void {
        foreach (['1234567.89', 1234567.89] as $amount) {
            same('1234567.89', likuta()->payments->orders->create(order(amount: $amount))['amount']);
        }
    },
    'two orders with one key are one order, and without the key they are two' => static function (): void {
        [$order, $key] = [order(), uniqueText('key-')];
        $first = likuta()->payments->orders->create($order, idempotencyKey: $key);
        same($first, likuta()->payments->orders->create($order, idempotencyKey: $key));
        holds($first['transaction_uuid'] !== likuta()->payments->orders->create($order)['transaction_uuid'], 'one order');
    },
    'a validation error lists every field' => static function (): void {
        $order = order(bill_to_email: 'nobody');
        unset($order['amount']);
        $error = thrown(Errors\ValidationError::class, fn () => likuta()->payments->orders->create($order));
        $faults = array_map(fn (Errors\FieldFault $fault): array => [$fault->field, $fault->type], $error->faults);
        same([['amount', 'missing'], ['bill_to_email', 'string_pattern_mismatch']], $faults);
        same([422, false, 1], [$error->status, $error->retryable, $error->attempts]);
        holds(strlen((string) $error->requestId) >= 10, 'no request id');
    },
    'errors of the card service have their classes, and reveal no secret' => static function (): void {
        $payments = likuta()->payments;
        thrown(Errors\ValidationError::class, fn () => $payments->orders->create(order(amount: '0.50')), 'Minimum amount for USD is 1.00');
        thrown(Errors\NotFoundError::class, fn () => $payments->status('LKT-none'));
        $session = ['target_origin' => 'https://other.example', 'merchant_reference' => 'x'];
        thrown(Errors\PermissionError::class, fn () => $payments->checkout->createSession($session));
        foreach ([[setting('LIKUTA_API_KEY'), 'Invalid request signature'], ['pk_test_nobody', 'Merchant not found']] as [$key, $message]) {
            $thief = new Likuta(setting('LIKUTA_URL'), apiKey: $key, apiSecret: 'sk_test_hidden');
            $error = thrown(Errors\AuthenticationError::class, fn () => $thief->payments->status('x'), $message);
            holds(!str_contains(print_r($error, true), 'sk_test_hidden'), 'the error shows the secret');
        }
    },
    'a link is created, read, listed and cancelled once' => static function (): void {
        [$links, $group] = [likuta()->payments->links, uniqueText('6e A, été ')];
        $wanted = ['amount' => 12, 'currency' => 'USD', 'merchant_reference' => 'LINK', 'group' => $group];
        $made = [$links->create($wanted), $links->create($wanted), $links->create($wanted)];
        $codes = array_column($made, 'code');
        same($made[0], $links->read($codes[0]));
        same(array_reverse($codes), array_column([...$links->list(group: $group, limit: 2)], 'code'));
        same('CANCELLED', $links->cancel($codes[0])['status']);
        thrown(Errors\ConflictError::class, fn () => $links->cancel($codes[0]));
    },
    'many links are created at once, paid in parts and downloaded' => static function (): void {
        [$links, $group] = [likuta()->payments->links, uniqueText('Classe ')];
        $rows = array_map(static fn (string $name): array => [
            'kind' => 'parts',
            'total' => '30.00',
            'minimum_part' => 5,
            'currency' => 'USD',
            'merchant_reference' => "$group $name",
            'payer_label' => $name,
            'group' => $group,
            'schedule' => [['due_on' => '2027-01-15', 'amount' => '12.50']],
        ], ['Amina', 'Béa']);
        $made = $links->createMany($rows);
        same([1, 'Amina', 2, 'Béa'], [$made[0]['row'], $made[0]['payer_label'], $made[1]['row'], $made[1]['payer_label']]);
        same($made, $links->createMany($rows));
        $part = $links->order($made[0]['code'], order(amount: '12.50'));
        pay($part['links']);
        webhook('PAYMENT', ['transaction_uuid' => $part['transaction_uuid']]);
        same('17.50', $links->read($made[0]['code'])['remaining']);
        thrown(Errors\ConflictError::class, fn () => $links->receipt($made[0]['code']));
        $file = $links->groupFile($group);
        holds(str_contains($file, 'Amina') && str_contains($file, 'Béa'), $file);
    },
    'custom checkout charges a card once' => static fn () => $charges(GOOD_CARD, 'SUCCESS'),
    'a declined charge of custom checkout is a result, not an error' => static fn () => $charges(DECLINED_CARD, 'FAILED'),
    'the balance, its transactions, statements and invoices are read' => static function () use ($paid): void {
        $payments = likuta()->payments;
        $made = $paid(amount: 10);
        [$dollars] = array_values(array_filter($payments->balance->read(), fn (array $each): bool => $each['currency'] === 'USD'));
        $newest = $payments->balance->transactions(type: 'charge', currency: 'USD', limit: 5)->page(1)->items[0];
        same([$made['transaction_uuid'], '10.00', '9.65'], [$newest['source'], $newest['amount'], $newest['net']]);
        $cents = static fn (string $amount): int => (int) str_replace('.', '', $amount);
        $nets = array_map($cents, array_column([...$payments->balance->transactions(currency: 'USD', limit: 2)], 'net'));
        same($cents($dollars['pending']) + $cents($dollars['available']) + $cents($dollars['reserved']), array_sum($nets));
        $today = gmdate('Y-m-d');
        $statement = $payments->statements->read($today, 'USD');
        same([$today, $today, false], [$statement['period'], $statement['from'], $statement['final']]);
        holds(str_contains($payments->statements->download($today, 'USD', format: 'csv'), '"CLOSING"'), 'a CSV file');
        holds(str_starts_with($payments->statements->download($today, 'USD', format: 'pdf', lang: 'fr'), '%PDF-'), 'a PDF');
        same([], [...$payments->invoices->list(currency: 'USD')]);
        thrown(Errors\NotFoundError::class, fn () => $payments->invoices->read('FAC-2026-000001'));
        thrown(Errors\NotFoundError::class, fn () => $payments->invoices->download('FAC-2026-000001', lang: 'fr'));
    },
    'disputes are listed, and every act on an unknown one is refused' => static function (): void {
        $disputes = likuta()->payments->disputes;
        same([], [...$disputes->list(state: 'OPEN')]);
        foreach ([
            fn () => $disputes->read('DSP-none'),
            fn () => $disputes->sendEvidence('DSP-none', ['explanation' => 'Delivered']),
            fn () => $disputes->removeFile('DSP-none', 'FILE'),
            fn () => $disputes->accept('DSP-none'),
        ] as $call) {
            thrown(Errors\NotFoundError::class, $call);
        }
    },
    'a payout is requested once, read, listed and cancelled' => static function (): void {
        [$payouts, $reference] = [likuta()->payments->payouts, uniqueText('P-')];
        $destination = setting('LIKUTA_DESTINATION');
        $wanted = ['amount' => '150.00', 'currency' => 'USD', 'destination_id' => $destination, 'reference' => $reference];
        $made = $payouts->create($wanted);
        same($made, $payouts->create($wanted));
        same('REQUESTED', $payouts->read($made['payout_id'])['history'][0]['state']);
        $listed = [...$payouts->list(currency: 'USD', from: '2026-01-01')];
        holds(in_array($made['payout_id'], array_column($listed, 'payout_id'), true), 'not listed');
        same('CANCELLED', $payouts->cancel($made['payout_id'])['state']);
        thrown(Errors\ConflictError::class, fn () => $payouts->create(['amount' => 1] + $wanted));
    },
    'a batch of refunds is uploaded and read' => static function () use ($paid): void {
        $batches = likuta()->payments->refundBatches;
        $uuid = $paid()['transaction_uuid'];
        $batch = $batches->upload('Refunds', [['transaction_uuid' => $uuid, 'amount' => '10.25', 'reason' => 'Sold out']]);
        same('Refunds', $batches->read($batch['batch_id'])['name']);
        eventually('a checked batch', fn () => $batches->read($batch['batch_id'])['state'] === 'CHECKED');
        $rows = $batches->rows($batch['batch_id'], state: 'READY')->page(1)->items;
        same([$uuid, '10.25'], [$rows[0]['transaction_uuid'], $rows[0]['amount']]);
        holds(in_array($batch['batch_id'], array_column([...$batches->list()], 'batch_id'), true), 'not listed');
        holds(str_contains($batches->result($batch['batch_id']), $uuid), 'no result');
    },
    'the feed has the events of a payment' => static function () use ($paid): void {
        $uuid = $paid()['transaction_uuid'];
        $event = webhook('PAYMENT', ['transaction_uuid' => $uuid]);
        [$after, $found] = [null, []];
        foreach (likuta()->events->list(types: ['PAYMENT'], limit: 1)->pages() as $page) {
            $found = [...$found, ...array_column($page->items, 'event_id')];
            $after = $page->nextAfter;
        }
        holds(in_array($event->id, $found, true), 'not in the feed');
        same([], [...likuta()->events->list(after: $after, types: ['PAYMENT'])]);
    },
];
