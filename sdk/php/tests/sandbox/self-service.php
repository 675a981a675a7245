<?php
// Self-service against a running service: refund requests, deliveries, settings and new secrets.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Account\Session;
use Likuta\Errors;

$session = static function (): Session {
    static $session;
    return $session ??= likuta()->selfService->logIn(['email' => setting('LIKUTA_EMAIL'), 'password' => setting('LIKUTA_PASSWORD')]);
};
$paid = static function (): string {
    $made = likuta()->payments->orders->create(order());
    pay($made['links']);
    webhook('PAYMENT', ['transaction_uuid' => $made['transaction_uuid']]);
    return $made['transaction_uuid'];
};

return [
    'a merchant refunds a part of a payment and is notified' => static function () use ($session, $paid): void {
        $uuid = $paid();
        $requests = $session()->refundRequests;
        $request = $requests->create($uuid, ['amount' => '10.25', 'reason' => 'One item was sold out']);
        $data = webhook('REFUND', ['transaction_uuid' => $uuid])->data;
        same([10.25, 15.25], [(float) $data['amount'], (float) $data['remaining']]);
        same([$request['id']], array_column($requests->list($uuid), 'id'));
        same('One item was sold out', $requests->read($uuid, $request['id'])['reason']);
        thrown(Errors\ConflictError::class, fn () => $requests->withdraw($uuid, $request['id']));
        same('PARTIALLY_REFUNDED', likuta()->payments->status($uuid)['transaction_status']);
    },
    'a server refunds a payment with its key, and once though it repeats the call' => static function () use ($session, $paid): void {
        $uuid = $paid();
        $create = fn (): array => likuta()->payments->refundRequests->create(
            $uuid,
            ['amount' => '10.25', 'reason' => 'One item was sold out'],
            idempotencyKey: $uuid,
        );
        $request = $create();
        same([10.25, 'REFUNDED'], [(float) $request['amount'], $request['state']]);
        same($request['id'], $create()['id']);
        same([$request['id']], array_column($session()->refundRequests->list($uuid), 'id'));
    },
    'deliveries are listed, read and sent again' => static function () use ($session, $paid): void {
        $uuid = $paid();
        $event = webhook('PAYMENT', ['transaction_uuid' => $uuid]);
        $deliveries = $session()->deliveries;
        [$delivery] = array_values(array_filter([...$deliveries->list()], fn (array $each): bool => $each['event_id'] === $event->id));
        holds(str_contains($deliveries->read($delivery['id'])['body'], $uuid), 'another delivery');
        $deliveries->resend($delivery['id']);
        thrown(Errors\NotFoundError::class, fn () => $deliveries->read('1'));
    },
    'settings are read and replaced' => static function () use ($session): void {
        [$callback, $address] = [$session()->callback, setting('RECEIVER_URL') . '/hooks'];
        same($address, $callback->set(['callback_url' => $address])['callback_url']);
        holds($callback->test()['delivered'], 'no test');
        holds(webhook('TEST')->signed, 'no signature');
        same(null, $callback->certification());
        same('failed', $callback->certify()['result'], 'the receiver of these tests accepts whatever comes:');
        same('failed', $callback->certification()['result'] ?? null);
        same(null, $callback->set(['callback_url' => null])['callback_url']);
        $whitelist = $session()->whitelist;
        same($whitelist->set(['addresses' => ['127.0.0.0/8', '::1']]), $whitelist->read());
        same(['addresses' => []], $whitelist->set(['addresses' => []]));
        $microform = $session()->microform->read();
        same($microform, $session()->microform->set($microform));
        same('card', $session()->checkout->read()['methods'][0]['method']);
    },
    'a session is restored from its token' => static function () use ($session): void {
        $stored = likuta()->selfService->withToken($session()->accessToken());
        same($session()->me(), $stored->me());
        same(setting('LIKUTA_MERCHANT_CODE'), $stored->me()['merchant_code']);
    },
    'new secrets replace the old ones; a wrong password and an ended session are refused' => static function (): void {
        $account = ['email' => setting('POOR_EMAIL'), 'password' => setting('POOR_PASSWORD')];
        thrown(Errors\AuthenticationError::class, fn () => likuta()->selfService->logIn(['password' => 'wrong'] + $account));
        $session = likuta()->selfService->logIn($account);
        same(['read'], $session->rotate->apiKeys(scopes: ['read'])['scopes']);
        holds(str_starts_with($session->rotate->merchantSecret()['merchant_secret'], 'msk_test_'), 'no secret');
        holds($session->rotate->callbackSecret(overlapHours: 1)['previous_valid_until'] !== null, 'no overlap');
        holds($session->stepUp(password: $account['password'])['step_up_token'] !== '', 'no token');
        $session->logOut();
        thrown(Errors\AuthenticationError::class, fn () => $session->me());
    },
];
