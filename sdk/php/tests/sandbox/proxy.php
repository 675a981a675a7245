<?php
// The proxy of likuta.js: the steps that the page takes, and what it refuses.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Cards\CheckoutProxy;
use Likuta\Cards\ProxyResponse;

const ORIGIN = 'https://shop.example';

/** A page of the shop, with its cookie. */
final class Page
{
    public string $cookie = '';
    /** @var list<string> */
    public array $refused = [];
    public bool $isPaid = false;
    private readonly CheckoutProxy $proxy;

    public function __construct(public readonly string $order)
    {
        $this->proxy = likuta()->payments->checkout->proxy(
            origin: ORIGIN,
            order: fn (string $id): array|string|null => match (true) {
                $id !== $this->order => null,
                $this->isPaid => 'paid',
                default => [
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

$code = static fn (ProxyResponse $response): array => [$response->status, json_decode($response->body, true)['code']];

return [
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
