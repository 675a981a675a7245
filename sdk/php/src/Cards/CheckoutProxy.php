<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Errors\LikutaError;
use Likuta\Http\Settings;
use Likuta\Signed\Headers;

/**
 * The server's part of likuta.js: one address of your own that signs the steps of a payment.
 *
 * `merchant_reference` of an order is the same for every step. `return_url` is the page with likuta.js: a bank that refuses frames leads back
 * to it. `locale` is `fr_FR` by default.
 *
 * @phpstan-import-type Amount from \Likuta\Types
 * @phpstan-import-type BillTo from \Likuta\Types
 * @phpstan-import-type CardCurrency from \Likuta\Types
 * @phpstan-import-type State from ResumeToken
 * @phpstan-type ProxyOrder array{merchant_reference: string, amount: Amount, currency: CardCurrency, bill_to: BillTo, callback_url: string, return_url?: string, locale?: string}
 */
final class CheckoutProxy
{
    private const COOKIE = 'likuta_device';
    private const ORDER_FIELDS = ['merchant_reference', 'amount', 'currency', 'callback_url'];
    private const PAYER_FIELDS = [
        'first_name', 'last_name', 'email', 'phone_number', 'address_line1', 'address_city', 'address_country',
    ];

    private readonly ResumeToken $resume;
    private readonly string $origin;

    /**
     * @param \Closure(string): array<string, mixed> $status
     * @param \Closure(string): (ProxyOrder|'paid'|null|false) $order
     * @param (callable(\Throwable): void)|null $onError
     */
    public function __construct(
        private readonly CustomCheckout $checkout,
        private readonly \Closure $status,
        private readonly Settings $settings,
        string $origin,
        private readonly \Closure $order,
        private readonly mixed $onError,
    ) {
        if ($settings->card === null) {
            throw new \InvalidArgumentException('the proxy needs the options apiKey and apiSecret');
        }
        $this->resume = new ResumeToken($settings->card[1]);
        $this->origin = rtrim($origin, '/');
    }

    /** Responds to the current request, as PHP has it. Errors of your `order` are thrown. */
    public function serve(): void
    {
        $body = (string) file_get_contents('php://input');
        $this->handle($body, $_SERVER, $_SERVER['REMOTE_ADDR'] ?? null)->send();
    }

    /**
     * Responds to a request. Errors of your `order` are thrown.
     *
     * @param string $body JSON, as it was received
     * @param iterable<array-key, mixed> $headers those of any framework: `Origin`, `Cookie`, `User-Agent`, `Accept`
     * @param string|null $ip address of the payer, for the bank
     */
    public function handle(string $body, iterable $headers, ?string $ip = null): ProxyResponse
    {
        $headers = is_array($headers) ? $headers : iterator_to_array($headers);
        $cookie = Headers::first($headers, 'cookie') ?? '';
        $known = preg_match('/(?:^|;\s*)' . self::COOKIE . '=([\w-]{43})(?:;|$)/', $cookie, $match) === 1;
        $device = $known ? $match[1] : ResumeToken::randomText();
        try {
            // Only the shop's own page, so that no other page uses the payer's cookie.
            $from = Headers::first($headers, 'origin') ?? 'no origin';
            if ($from !== $this->origin) {
                throw new Refusal(403, 'refused', "the request came from $from, not from $this->origin");
            }
            $reply = $this->respond(json_decode($body, true), $device, [
                'ip_address' => $ip,
                'user_agent' => Headers::first($headers, 'user-agent'),
                'accept_header' => Headers::first($headers, 'accept'),
            ]);
            return $this->response(200, $reply, ['Set-Cookie' => $this->cookie($device)]);
        } catch (Refusal | LikutaError $error) {
            [$status, $code] = $error instanceof Refusal ? [$error->status, $error->reason] : self::refusalOf($error);
            if ($error instanceof LikutaError || $code === 'refused' || $code === 'unavailable') {
                ($this->onError ?? static fn (\Throwable $each): bool => error_log("likuta: {$each->getMessage()}"))($error);
            }
            // Without a cookie: a request that another page sent must not replace the payer's.
            return $this->response($status, ['code' => $code], []);
        }
    }

    /**
     * @param array<string, string|null> $browser what the request says of it
     * @return array<string, mixed>
     */
    private function respond(mixed $fields, string $device, array $browser): array
    {
        ['action' => $action, 'order' => $id] = (is_array($fields) ? $fields : []) + ['action' => null, 'order' => null];
        if (!is_string($action) || !is_string($id)) {
            throw new Refusal(400, 'refused');
        }
        $order = ($this->order)($id);
        // PDO returns false where there is no row.
        if ($order === null || $order === false) {
            throw new Refusal(404, 'order_unknown');
        }
        $token = $fields['resume'] ?? null;
        $state = is_string($token) && $action !== 'start' ? $this->resume->open($token, $id, $device) : null;
        if ($action === 'status' && $state !== null) {
            return $this->outcome($order, $state);
        }
        // Who has begun to pay may read the outcome of an order that is paid, and nothing else.
        if ($order === 'paid') {
            throw new Refusal(409, 'order_paid');
        }
        $missing = self::missingFields($order);
        if ($missing !== []) {
            throw new Refusal(500, 'refused', "the order $id of your database lacks " . implode(', ', $missing));
        }
        if ($action === 'start') {
            return $this->start($order, $id, $device);
        }
        $state ?? throw new Refusal(403, 'order_unknown');
        return match ($action) {
            'renew' => $this->fields($order, $state['uuid']),
            'setup' => $this->setUp($state, $fields['token'] ?? null, $device),
            'enrol' => $this->enrol($order, $state, $device, array_filter($browser) + (array) ($fields['browser'] ?? [])),
            'charge' => $this->charge($order, $state),
            default => throw new Refusal(400, 'refused'),
        };
    }

    /**
     * @param ProxyOrder $order
     * @return array<string, mixed>
     */
    private function start(array $order, string $id, string $device): array
    {
        $opened = $this->fields($order, null);
        $exp = time() + ResumeToken::LIFE_SECONDS;
        $state = ['order' => $id, 'uuid' => $opened['transaction_uuid'], 'step' => 'open', 'exp' => $exp];
        return $opened + ['resume' => $this->resume->seal($state, $device)];
    }

    /**
     * Opens card fields, for a new transaction or to renew those of an open one.
     *
     * @param ProxyOrder $order
     * @return array{jwt: string, transaction_uuid: string, likuta: string}
     */
    private function fields(array $order, ?string $renewed): array
    {
        $opened = $this->checkout->createSession(array_filter([
            'target_origin' => $this->origin,
            'merchant_reference' => $order['merchant_reference'],
            'locale' => $order['locale'] ?? null,
            'return_url' => $order['return_url'] ?? null,
            'transaction_uuid' => $renewed,
        ], static fn (?string $value): bool => $value !== null));
        self::requireTexts($opened, ['jwt', 'transaction_uuid']);
        return [
            'jwt' => $opened['jwt'],
            'transaction_uuid' => $opened['transaction_uuid'],
            'likuta' => $this->settings->origin(),
        ];
    }

    /**
     * @param State $state
     * @return array<string, mixed>
     */
    private function setUp(array $state, mixed $token, string $device): array
    {
        if (!is_string($token)) {
            throw new Refusal(400, 'refused');
        }
        $setup = $this->checkout->setUp(['transaction_uuid' => $state['uuid'], 'transient_token' => $token]);
        self::requireTexts($setup, ['reference_id', 'device_data_collection_url', 'access_token']);
        $next = ['step' => 'setup', 'token' => $token, 'reference' => $setup['reference_id']] + $state;
        unset($next['authentication']);
        return [
            'url' => $setup['device_data_collection_url'],
            'access_token' => $setup['access_token'],
            'resume' => $this->resume->seal($next, $device),
        ];
    }

    /**
     * @param ProxyOrder $order
     * @param State $state
     * @param array<string, mixed> $browser
     * @return array<string, mixed>
     */
    private function enrol(array $order, array $state, string $device, array $browser): array
    {
        if (!isset($state['token'], $state['reference'])) {
            throw new Refusal(409, 'card_again');
        }
        $enrolment = $this->checkout->enrol(
            ['reference_id' => $state['reference'], 'browser' => $browser === [] ? new \stdClass() : $browser]
                + self::payment($order, $state),
        );
        self::requireTexts($enrolment, ['status']);
        $id = $enrolment['authentication_transaction_id'] ?? null;
        $next = ['step' => 'enrolled'] + ($id === null ? [] : ['authentication' => $id]) + $state;
        return [
            'status' => $enrolment['status'],
            'url' => $enrolment['step_up_url'] ?? null,
            'access_token' => $enrolment['access_token'] ?? null,
            'transaction_uuid' => $state['uuid'],
            'likuta' => $this->settings->origin(),
            'returns' => isset($order['return_url']),
            'resume' => $this->resume->seal($next, $device),
        ];
    }

    /**
     * @param ProxyOrder $order
     * @param State $state
     * @return array<string, mixed>
     */
    private function charge(array $order, array $state): array
    {
        if ($state['step'] !== 'enrolled' || !isset($state['token'])) {
            throw new Refusal(409, 'card_again');
        }
        $request = self::payment($order, $state) + [
            'merchant_reference' => $order['merchant_reference'],
            'callback_url' => $order['callback_url'],
        ];
        if (isset($state['authentication'])) {
            $request['authentication_transaction_id'] = $state['authentication'];
        }
        $pending = ['transaction_uuid' => $state['uuid'], 'reason_code' => null, 'message' => null];
        try {
            $outcome = $this->checkout->charge($request);
            $status = $outcome['status'] ?? null;
            if (!in_array($status, ['SUCCESS', 'FAILED'], true)) {
                return ['status' => 'PENDING'] + $pending;
            }
            $facts = ['reason_code' => $outcome['reason_code'] ?? null, 'message' => $outcome['message'] ?? null];
            return ['status' => $status, 'transaction_uuid' => $state['uuid']] + $facts;
        } catch (LikutaError $error) {
            if ($error->detail === 'Authentication not completed') {
                return ['status' => 'CHALLENGE_REQUIRED'] + $pending;
            }
            // The card may have been charged, so this is not a refusal. The next request with this transaction reads the outcome, and the
            // card is charged once.
            return self::isRefusal($error) ? throw $error : ['status' => 'PENDING'] + $pending;
        }
    }

    /**
     * @param ProxyOrder|'paid' $order
     * @param State $state
     * @return array<string, mixed>
     */
    private function outcome(array|string $order, array $state): array
    {
        $found = ($this->status)($state['uuid']);
        // Any other state means that the outcome is unknown.
        $status = match ($found['transaction_status'] ?? null) {
            'EXPIRED' => 'EXPIRED',
            'FAILED', 'CANCELLED', 'VOIDED' => 'FAILED',
            'SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED' => 'SUCCESS',
            default => 'PENDING',
        };
        // The charge of a payment that has failed returns the reason, and makes its webhook known to Likuta if the bank refused before.
        $isDeclined = $status === 'FAILED' && $state['step'] === 'enrolled';
        if ($isDeclined && is_array($order) && self::missingFields($order) === []) {
            return $this->charge($order, $state);
        }
        $facts = ['transaction_uuid' => $state['uuid'], 'reason_code' => null, 'message' => ($found['message'] ?? '') ?: null];
        return ['status' => $status, 'step' => $state['step']] + $facts;
    }

    /**
     * @param ProxyOrder $order
     * @param State $state
     * @return array<string, mixed>
     */
    private static function payment(array $order, array $state): array
    {
        return [
            'transaction_uuid' => $state['uuid'],
            'transient_token' => $state['token'] ?? '',
            'amount' => $order['amount'],
            'currency' => $order['currency'],
            'bill_to' => $order['bill_to'],
        ];
    }

    /**
     * The fields that a charge needs and this order lacks, such as `bill_to.email`.
     *
     * @param array<string, mixed> $order
     * @return list<string>
     */
    private static function missingFields(array $order): array
    {
        $isMissing = static fn (mixed $value): bool => $value === null || $value === '';
        $missing = array_filter(self::ORDER_FIELDS, static fn (string $name): bool => $isMissing($order[$name] ?? null));
        $payer = $order['bill_to'] ?? null;
        foreach (is_array($payer) ? self::PAYER_FIELDS : [] as $name) {
            if ($isMissing($payer[$name] ?? null)) {
                $missing[] = "bill_to.$name";
            }
        }
        return [...$missing, ...(is_array($payer) ? [] : ['bill_to'])];
    }

    /**
     * @param array<array-key, mixed> $reply
     * @param list<string> $names
     * @throws Refusal for a response without these texts, such as that of another server on the way
     */
    private static function requireTexts(array $reply, array $names): void
    {
        $missing = array_filter($names, static fn (string $name): bool => !is_string($reply[$name] ?? null));
        if ($missing !== []) {
            throw new Refusal(503, 'unavailable', 'the response of Likuta lacks ' . implode(', ', $missing));
        }
    }

    /** Whether Likuta has refused a request. After any other error, of a server or of the connection, it may have been carried out. */
    private static function isRefusal(LikutaError $error): bool
    {
        return $error->status >= 400 && $error->status < 500 && !$error->retryable;
    }

    /** @return array{int, string} */
    private static function refusalOf(LikutaError $error): array
    {
        $isCardFault = preg_match('/^Invalid (transient_token|transient token|authentication)/', $error->detail) === 1;
        return match (true) {
            $error->status === 404 => [404, 'order_unknown'],
            $error->status === 410, $error->detail === 'Transaction already finished' => [410, 'expired'],
            $isCardFault => [409, 'card_again'],
            // A status that likuta.js takes for final: the same request is refused again.
            self::isRefusal($error) => [422, 'refused'],
            default => [503, 'unavailable'],
        };
    }

    /**
     * @param array<string, mixed> $body
     * @param array<string, string> $headers
     */
    private function response(int $status, array $body, array $headers): ProxyResponse
    {
        $all = ['Content-Type' => 'application/json', 'Cache-Control' => 'no-store'] + $headers;
        return new ProxyResponse($status, $all, json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    }

    private function cookie(string $device): string
    {
        $secure = str_starts_with($this->origin, 'https:') ? '; Secure' : '';
        $life = ResumeToken::LIFE_SECONDS;
        return self::COOKIE . "=$device; Path=/; Max-Age=$life; HttpOnly; SameSite=Lax$secure";
    }
}
