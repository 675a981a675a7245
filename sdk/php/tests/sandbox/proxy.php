<?php
// The proxy of likuta.js: the steps that the page takes, and what it refuses.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Cards\CheckoutProxy;
use Likuta\Cards\ProxyResponse;
use Likuta\Likuta;

const ORIGIN = 'https://shop.example';

/** A page of the shop, with its cookie. */
final class Page
{
    public string $cookie = '';
    /** @var list<string> */
    public array $refused = [];
    public bool $isPaid = false;
    /** @var array<string, mixed> fields that the order has instead of its own */
    public array $changed = [];
    private readonly CheckoutProxy $proxy;

    public function __construct(public readonly string $order, ?Likuta $likuta = null)
    {
        $this->proxy = ($likuta ?? likuta())->payments->checkout->proxy(
            origin: ORIGIN,
            order: fn (string $id): array|string|null|false => match (true) {
                $id === 'NO-ROW' => false,
                $id !== $this->order => null,
                $this->isPaid => 'paid',
                default => $this->changed + [
                    'merchant_reference' => $id,
                    'amount' => '25.50',
                    'currency' => 'USD',
                    'bill_to' => [
                        'first_name' => 'Grâce',
                        'last_name' => 'Mukendi',
                        'email' => 'grace@example.com',
                        'phone_number' => '+243991234567',
                        'address_line1' => '12 avenue du Lac',
                        'address_city' => 'Goma',
                        'address_country' => 'CD',
                    ],
                    'callback_url' => setting('RECEIVER_URL') . '/hooks',
                ],
            },
            onError: function (\Throwable $error): void {
                $this->refused[] = $error->getMessage();
            },
        );
    }

    /** @param array<string, mixed> $fields */
    public function send(string $action, array $fields = [], string $origin = ORIGIN, ?string $order = null): ProxyResponse
    {
        $body = json_encode(['action' => $action, 'order' => $order ?? $this->order] + $fields, JSON_THROW_ON_ERROR);
        $headers = ['Origin' => $origin, 'Cookie' => "a=b; $this->cookie; c=d", 'User-Agent' => 'Tests', 'Accept' => '*/*'];
        $response = $this->proxy->handle($body, $headers, '127.0.0.1');
        if (isset($response->headers['Set-Cookie'])) {
            $this->cookie = (string) strtok($response->headers['Set-Cookie'], ';');
        }
        return $response;
    }

    /**
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    public function step(string $action, array $fields = []): array
    {
        $response = $this->send($action, $fields);
        same(200, $response->status, "$action: $response->body");
        return json_decode($response->body, true, 512, JSON_THROW_ON_ERROR);
    }

    /** Pays up to the charge. @return array<string, mixed> the response of the enrolment */
    public function enrol(string $number): array
    {
        $started = $this->step('start');
        $token = cardToken(setting('SANDBOX_URL'), $started['jwt'], $number);
        $setup = $this->step('setup', ['resume' => $started['resume'], 'token' => $token]);
        return $this->step('enrol', ['resume' => $setup['resume'], 'browser' => ['java_enabled' => false]]);
    }
}

/**
 * A page that has paid up to the charge at a server that fails, and what the server does then.
 *
 * @param string|array<string, mixed> ...$then
 * @return array{Page, array{resume: string}}
 */
function enrolledAt(string|array ...$then): array
{
    FailingServer::will(
        ['status' => 200, 'body' => ['jwt' => 'jwt', 'transaction_uuid' => 'LKT-1']],
        ['status' => 200, 'body' => ['reference_id' => 'R', 'device_data_collection_url' => 'u', 'access_token' => 'A']],
        ['status' => 200, 'body' => ['status' => 'AUTHENTICATED']],
        ...$then,
    );
    $page = new Page('INV-1', FailingServer::client(timeout: 1.0, retries: 0));
    $started = $page->step('start');
    $setup = $page->step('setup', ['resume' => $started['resume'], 'token' => 'T']);
    return [$page, ['resume' => $page->step('enrol', ['resume' => $setup['resume']])['resume']]];
}

$unknown = [
    '200 with a page' => ['status' => 200, 'body' => '<h1>Maintenance</h1>'],
    '200 with nothing' => ['status' => 200, 'body' => ''],
    '200 with a list' => ['status' => 200, 'body' => []],
    '200 with an object of something else' => ['status' => 200, 'body' => ['ok' => true]],
    '500' => ['status' => 500, 'body' => ['detail' => 'Internal Server Error']],
    '501 with a page' => ['status' => 501, 'body' => '<h1>Error</h1>'],
    '502' => '502',
    'a redirect' => ['status' => 302, 'body' => ''],
    'a connection that breaks' => 'resets',
    'a response that breaks off' => 'breaks off',
    'no response' => 'hangs',
    '429' => '429',
    '409 while it is running' => ['status' => 409, 'body' => ['detail' => 'Charge already in progress']],
];
$charges = [];
foreach ($unknown as $what => $does) {
    $charges["a charge with $what may have been made, so it is pending"] = static function () use ($does): void {
        $succeeded = ['status' => 200, 'body' => ['data' => ['transaction_status' => 'SUCCESS', 'message' => '']]];
        [$page, $resume] = enrolledAt($does, $succeeded);
        $pending = ['status' => 'PENDING', 'transaction_uuid' => 'LKT-1', 'reason_code' => null, 'message' => null];
        same($pending, $page->step('charge', $resume));
        same('SUCCESS', $page->step('status', $resume)['status']);
    };
}

$code = static fn (ProxyResponse $response): array => [$response->status, json_decode($response->body, true)['code']];

return $charges + [
    'a charge that Likuta refused is refused, with a status that likuta.js takes for final' => static function () use ($code): void {
        [$page, $resume] = enrolledAt(['status' => 400, 'body' => ['detail' => 'Minimum amount for USD is 1.00']]);
        same([422, 'refused'], $code($page->send('charge', $resume)));
        holds(str_contains(implode($page->refused), 'Minimum amount'), 'not reported');
    },
    'an outcome that cannot be read is asked for again, and an unknown one is no success' => static function () use ($code): void {
        foreach (['500', ['status' => 200, 'body' => '<h1>Maintenance</h1>']] as $does) {
            [$page, $resume] = enrolledAt($does);
            same([503, 'unavailable'], $code($page->send('status', $resume)));
        }
        foreach ([['message' => ''], ['transaction_status' => 'SOMETHING']] as $data) {
            [$page, $resume] = enrolledAt(['status' => 200, 'body' => ['data' => $data]]);
            same('PENDING', $page->step('status', $resume)['status']);
        }
    },
    'a step before the charge whose response is not one of Likuta can be taken again' => static function () use ($code): void {
        foreach ([[], ['jwt' => 'jwt']] as $body) {
            FailingServer::will(['status' => 200, 'body' => $body]);
            $page = new Page('INV-1', FailingServer::client());
            same([503, 'unavailable'], $code($page->send('start')));
            holds(str_contains(implode($page->refused), 'lacks'), 'not reported');
        }
    },
    'null and false are an order that does not exist' => static function () use ($code): void {
        FailingServer::will('works');
        $page = new Page('INV-1', FailingServer::client());
        same([404, 'order_unknown'], $code($page->send('start', order: 'NO-ROW')));
        same([404, 'order_unknown'], $code($page->send('start', order: 'OTHER')));
        same([], FailingServer::received());
    },
    'an order without a field that a charge needs is refused at the start, and the log names it' => static function () use ($code): void {
        FailingServer::will('works');
        $page = new Page('INV-1', FailingServer::client());
        $page->changed = ['callback_url' => '', 'merchant_reference' => null, 'bill_to' => ['email' => 'a@example.com']];
        same([500, 'refused'], $code($page->send('start')));
        $missing = 'merchant_reference, callback_url, bill_to.first_name, bill_to.last_name, bill_to.phone_number, '
            . 'bill_to.address_line1, bill_to.address_city, bill_to.address_country';
        same(["the order INV-1 of your database lacks $missing"], $page->refused);
        same([], FailingServer::received());
    },
    'the proxy takes a page from the card to the charge, and charges once' => static function (): void {
        $page = new Page(uniqueText('PROXY-'));
        $enrolled = $page->enrol(GOOD_CARD);
        same(['AUTHENTICATED', false, setting('LIKUTA_URL')], [$enrolled['status'], $enrolled['returns'], $enrolled['likuta']]);
        $outcome = $page->step('charge', ['resume' => $enrolled['resume']]);
        same(['SUCCESS', $enrolled['transaction_uuid']], [$outcome['status'], $outcome['transaction_uuid']]);
        same($outcome, $page->step('charge', ['resume' => $enrolled['resume']]));
        webhook('PAYMENT', ['transaction_uuid' => $outcome['transaction_uuid'], 'status' => 'SUCCESS']);
        $page->isPaid = true;
        same('SUCCESS', $page->step('status', ['resume' => $enrolled['resume']])['status']);
    },
    'a declined card is an outcome with its reason, also when its status is read' => static function (): void {
        $page = new Page(uniqueText('PROXY-'));
        $enrolled = $page->enrol(DECLINED_CARD);
        $outcome = $page->step('charge', ['resume' => $enrolled['resume']]);
        same('FAILED', $outcome['status']);
        holds(is_string($outcome['reason_code']), 'no reason');
        same($outcome, $page->step('status', ['resume' => $enrolled['resume']]));
    },
    'fields are renewed for the same transaction' => static function (): void {
        $page = new Page(uniqueText('PROXY-'));
        $started = $page->step('start');
        same($started['transaction_uuid'], $page->step('renew', ['resume' => $started['resume']])['transaction_uuid']);
    },
    'another origin, order or browser, a changed token and a paid order are refused' => static function () use ($code): void {
        $page = new Page(uniqueText('PROXY-'));
        $resume = ['resume' => $page->step('start')['resume']];
        $stranger = $page->send('start', origin: 'https://other.example');
        same([403, 'refused'], $code($stranger));
        same(null, $stranger->headers['Set-Cookie'] ?? null, 'a refused request gets no cookie:');
        holds(str_contains(end($page->refused) ?: '', 'https://other.example'), 'not reported');
        $others = new Page(uniqueText('PROXY-'));
        $others->cookie = $page->cookie;
        same([403, 'order_unknown'], $code($others->send('status', $resume)));
        same([404, 'order_unknown'], $code($page->send('start', order: 'OTHER')));
        same([403, 'order_unknown'], $code($page->send('status', ['resume' => strrev($resume['resume'])])));
        same([403, 'order_unknown'], $code($page->send('setup', ['token' => 'x'])));
        same([409, 'card_again'], $code($page->send('charge', $resume)));
        same([400, 'refused'], $code($page->send('dance', $resume)));
        $cookie = $page->cookie;
        $page->cookie = 'likuta_device=' . str_repeat('A', 43);
        same([403, 'order_unknown'], $code($page->send('status', $resume)));
        $page->cookie = $cookie;
        $page->isPaid = true;
        same([409, 'order_paid'], $code($page->send('start')));
        same([409, 'order_paid'], $code($page->send('setup', $resume + ['token' => 'x'])));
    },
    'the cookie of a shop with TLS is sent over TLS alone, and to no script' => static function (): void {
        $page = new Page(uniqueText('PROXY-'));
        $cookie = $page->send('start')->headers['Set-Cookie'];
        holds(preg_match('/^likuta_device=[\w-]{43}; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure$/', $cookie) === 1, $cookie);
    },
];
