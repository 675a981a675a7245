<?php
// What surrounds a merchant's server in the tests: the customer at the checkout, the receiver of webhooks, and a server that fails.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Likuta;
use Likuta\Signed\WebhookEvent;

use function Likuta\verifyWebhook;

const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000002';

/** @return array<string, mixed> the order of the tests, with another reference each time */
function order(mixed ...$changed): array
{
    return $changed + [
        'amount' => '25.50',
        'currency' => 'USD',
        'merchant_reference' => uniqueText('INV-é-'),
        'callback_url' => setting('RECEIVER_URL') . '/hooks',
        'bill_to_forename' => 'Grâce',
        'bill_to_surname' => 'Mukendi',
        'bill_to_email' => 'grace@example.com',
        'bill_to_phone' => '0991234567',
        'bill_to_address_line1' => '12 avenue du Lac',
        'bill_to_address_city' => 'Goma',
        'bill_to_address_country' => 'CD',
        'return_url' => 'https://shop.example/thanks',
    ];
}

/** @return array<string, mixed> a transfer of the test world, with a reference of its own */
function transfer(mixed ...$changed): array
{
    return $changed + ['reference' => uniqueText('Été / '), 'callback_url' => setting('RECEIVER_URL') . '/hooks']
        + json_decode(setting('LIKUTA_TRANSFER'), true);
}

/** The four calls of a browser on the checkout page. */
function pay(string $links, string $number = GOOD_CARD): void
{
    $page = static fn (string $act, mixed $body): array => http('POST', str_replace('?', "/$act?", $links), $body);
    $session = $page('session', new \stdClass());
    $token = cardToken($session['library_url'], $session['capture_context'], $number);
    $page('pay', $page('setup', ['transient_token' => $token]) + ['browser' => new \stdClass()]);
}

/** What card fields return for a card. */
function cardToken(string $libraryUrl, string $jwt, string $number): string
{
    preg_match('~^https?://[^/]+~', $libraryUrl, $match);
    return http('POST', $match[0] . '/sandbox/microform/tokens', [
        'jwt' => $jwt,
        'number' => $number,
        'securityCode' => '123',
        'expirationMonth' => '12',
        'expirationYear' => '2030',
    ])['transient_token'];
}

/** Asks until it is so, for at most half a minute. */
function eventually(string $what, \Closure $isSo): mixed
{
    $deadline = microtime(true) + 30;
    while (!($found = $isSo())) {
        holds(microtime(true) < $deadline, "$what did not come");
        usleep(100_000);
    }
    return $found;
}

/**
 * The genuine webhook of this type with these fields in its body.
 *
 * @param array<string, mixed> $fields
 */
function webhook(string $type, array $fields = []): WebhookEvent
{
    return eventually("a webhook $type " . json_encode($fields), static function () use ($type, $fields): ?WebhookEvent {
        foreach (http('GET', setting('RECEIVER_URL')) as ['headers' => $headers, 'body' => $body]) {
            $secret = setting('LIKUTA_CALLBACK_SECRET');
            // Old ones stay in the list.
            $event = verifyWebhook($body, $headers, $secret, toleranceSeconds: 3600, allowUnsignedCancellation: true);
            if ($event->type === $type && array_intersect_key($event->data, $fields) == $fields) {
                return $event;
            }
        }
        return null;
    });
}

/** A server that does with the requests what its plan says. */
final class FailingServer
{
    /** @param string|array<string, mixed> $plan what it does with the next request, the one after it, and so on; the last is repeated */
    public static function will(string|array ...$plan): void
    {
        http('POST', setting('FAILING_CONTROL_URL'), $plan);
    }

    /** @return list<array{path: string, headers: array<string, string>, body: string}> the requests since then */
    public static function received(): array
    {
        return http('GET', setting('FAILING_CONTROL_URL'));
    }

    public static function client(mixed ...$options): Likuta
    {
        return new Likuta(...($options + [
            'baseUrl' => setting('FAILING_URL'),
            'apiKey' => 'pk_test_a',
            'apiSecret' => 'sk_test_a',
            'merchantCode' => 'LKT-A',
            'merchantSecret' => 'msk_test_a',
            'timeout' => 10.0,
        ]));
    }
}
