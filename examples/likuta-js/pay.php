<?php
// The server's part of likuta.js: `pay()` responds to the requests of the page. Between two steps the browser keeps a resume token, encrypted
// with a key derived from the API secret, which works for one order in one browser for two hours. Needs only PHP 8.1 with openssl.
declare(strict_types=1);

/** A refusal that likuta.js understands. */
final class Refusal extends Exception
{
    public function __construct(public int $status, public string $name)
    {
        parent::__construct($name);
    }
}

/** Likuta's own refusal, with its HTTP status; 0 without a response. */
final class CallFailed extends Exception
{
    public function __construct(public int $status, public string $detail)
    {
        parent::__construct("$status $detail");
    }

    /** Whether the same call may succeed later. */
    public function mayPass(): bool
    {
        return in_array($this->status, [0, 429, 502, 503, 504], true)
            || ($this->status === 409 && str_ends_with($this->detail, 'in progress'));
    }
}

final class LikutaProxy
{
    /** @param array $order reads an order by its id: an array, 'paid', or null for one that this visitor may not pay. */
    public function __construct(
        private string $baseUrl,
        private string $apiKey,
        private string $apiSecret,
        private string $origin,
        private Closure $order,
    ) {
    }

    /** Responds to the current request. */
    public function respond(string $body): void
    {
        $device = $_COOKIE['likuta_device'] ?? '';
        if (!preg_match('/^[\w-]{43}$/', $device)) $device = self::base64url(random_bytes(32));
        header('Content-Type: application/json');
        header('Cache-Control: no-store');
        try {
            // Only the shop's own page, so that no other page uses the payer's cookie.
            if (($_SERVER['HTTP_ORIGIN'] ?? '') !== $this->origin) throw new Refusal(403, 'refused');
            $reply = $this->step($body, $device);
            // Not with a refusal: a request that another page sent must not replace the payer's cookie.
            setcookie('likuta_device', $device, [
                'expires' => time() + 7200, 'path' => '/', 'httponly' => true, 'samesite' => 'Lax',
                'secure' => str_starts_with($this->origin, 'https:'),
            ]);
            echo json_encode($reply, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        } catch (Refusal $refusal) {
            if ($refusal->name === 'refused') error_log('refused a request from ' . ($_SERVER['HTTP_ORIGIN'] ?? 'no origin'));
            http_response_code($refusal->status);
            echo json_encode(['code' => $refusal->name]);
        } catch (CallFailed $failure) {
            error_log("refused $failure->status $failure->detail");
            [$status, $code] = match (true) {
                $failure->status === 404 => [404, 'order_unknown'],
                $failure->status === 410, $failure->detail === 'Transaction already finished' => [410, 'expired'],
                str_starts_with($failure->detail, 'Invalid transient'),
                str_starts_with($failure->detail, 'Invalid authentication') => [409, 'card_again'],
                $failure->mayPass() => [503, 'unavailable'],
                default => [502, 'refused'],
            };
            http_response_code($status);
            echo json_encode(['code' => $code]);
        }
    }

    private function step(string $body, string $device): array
    {
        $fields = json_decode($body, true);
        $action = $fields['action'] ?? null;
        $id = $fields['order'] ?? null;
        if (!is_string($action) || !is_string($id)) throw new Refusal(400, 'refused');
        $order = ($this->order)($id);
        if ($order === null) throw new Refusal(404, 'order_unknown');
        $resume = $fields['resume'] ?? null;
        $state = is_string($resume) && $action !== 'start' ? $this->open($resume, $id, $device) : null;
        // Who has begun to pay may read the outcome of an order that is paid.
        if ($order === 'paid' && ($state === null || $action !== 'status')) throw new Refusal(409, 'order_paid');
        if ($action === 'start') {
            $opened = $this->fields($order, null);
            $state = ['order' => $id, 'uuid' => $opened['transaction_uuid'], 'step' => 'open', 'exp' => time() + 7200];
            return $opened + ['resume' => $this->seal($state, $device)];
        }
        if ($state === null) throw new Refusal(403, 'order_unknown');
        return match ($action) {
            'status' => $this->status($order, $state),
            'renew' => $this->fields($order, $state['uuid']),
            'setup' => $this->setUp($state, $fields['token'] ?? null, $device),
            'enrol' => $this->enrol($order, $state, (array) ($fields['browser'] ?? []), $device),
            'charge' => $this->charge($order, $state),
            default => throw new Refusal(400, 'refused'),
        };
    }

    /** Opens card fields, for a new transaction or to renew those of an open one. */
    private function fields(array $order, ?string $renewed): array
    {
        $request = ['target_origin' => $this->origin, 'merchant_reference' => $order['merchant_reference']];
        if (isset($order['return_url'])) $request['return_url'] = $order['return_url'];
        if ($renewed !== null) $request['transaction_uuid'] = $renewed;
        $opened = $this->call('/api/v1/microform/capture-context', $request);
        return ['jwt' => $opened['jwt'], 'transaction_uuid' => $opened['transaction_uuid'], 'likuta' => $this->likuta()];
    }

    private function setUp(array $state, mixed $token, string $device): array
    {
        if (!is_string($token)) throw new Refusal(400, 'refused');
        $request = ['transaction_uuid' => $state['uuid'], 'transient_token' => $token];
        $setup = $this->call('/api/v1/microform/pa-setup', $request);
        $next = ['step' => 'setup', 'token' => $token, 'reference' => $setup['reference_id'], 'authentication' => null];
        return [
            'url' => $setup['device_data_collection_url'],
            'access_token' => $setup['access_token'],
            'resume' => $this->seal($next + $state, $device),
        ];
    }

    private function enrol(array $order, array $state, array $browser, string $device): array
    {
        if (!isset($state['token'], $state['reference'])) throw new Refusal(409, 'card_again');
        $facts = [
            'ip_address' => $_SERVER['REMOTE_ADDR'] ?? null,
            'user_agent' => $_SERVER['HTTP_USER_AGENT'] ?? null,
            'accept_header' => $_SERVER['HTTP_ACCEPT'] ?? null,
        ];
        $enrolment = $this->call('/api/v1/microform/pa-enroll', $this->payment($order, $state) + [
            'reference_id' => $state['reference'],
            'browser' => array_filter($facts) + $browser,
        ]);
        $next = ['step' => 'enrolled', 'authentication' => $enrolment['authentication_transaction_id']];
        return [
            'status' => $enrolment['status'],
            'url' => $enrolment['step_up_url'],
            'access_token' => $enrolment['access_token'],
            'transaction_uuid' => $state['uuid'],
            'likuta' => $this->likuta(),
            'returns' => isset($order['return_url']),
            'resume' => $this->seal($next + $state, $device),
        ];
    }

    private function charge(array $order, array $state): array
    {
        if ($state['step'] !== 'enrolled' || !isset($state['token'])) throw new Refusal(409, 'card_again');
        $request = $this->payment($order, $state) + [
            'merchant_reference' => $order['merchant_reference'],
            'callback_url' => $order['callback_url'],
        ];
        if (isset($state['authentication'])) $request['authentication_transaction_id'] = $state['authentication'];
        $open = ['transaction_uuid' => $state['uuid'], 'reason_code' => null, 'message' => null];
        try {
            $outcome = $this->call('/api/v1/microform/charge', $request);
            $facts = array_intersect_key($outcome, $open);
            return ['status' => $outcome['status']] + $facts;
        } catch (CallFailed $failure) {
            if ($failure->detail === 'Authentication not completed') return ['status' => 'CHALLENGE_REQUIRED'] + $open;
            // Whatever happened, the next request with this transaction finds out; it is charged once.
            if ($failure->mayPass()) return ['status' => 'PENDING'] + $open;
            throw $failure;
        }
    }

    private function status(array|string $order, array $state): array
    {
        $found = $this->call('/api/v1/payment/status', ['transaction_uuid' => $state['uuid']])['data'];
        $status = match ($found['transaction_status']) {
            'PENDING', 'EXPIRED' => $found['transaction_status'],
            'FAILED', 'CANCELLED', 'VOIDED' => 'FAILED',
            default => 'SUCCESS',
        };
        // The charge of a payment that has failed returns the reason.
        if ($status === 'FAILED' && $state['step'] === 'enrolled' && is_array($order)) return $this->charge($order, $state);
        $facts = ['transaction_uuid' => $state['uuid'], 'reason_code' => null, 'message' => $found['message'] ?: null];
        return ['status' => $status, 'step' => $state['step']] + $facts;
    }

    private function payment(array $order, array $state): array
    {
        $amount = array_intersect_key($order, ['amount' => 1, 'currency' => 1, 'bill_to' => 1]);
        return ['transaction_uuid' => $state['uuid'], 'transient_token' => $state['token']] + $amount;
    }

    /** Makes one signed call. */
    private function call(string $path, array $fields): array
    {
        $body = json_encode($fields, JSON_THROW_ON_ERROR);
        $timestamp = (string) time();
        $signature = hash_hmac('sha256', "$timestamp\nPOST\n$path\n$body", $this->apiSecret);
        $header = [
            'Content-Type: application/json', "X-API-Key: $this->apiKey",
            "X-Timestamp: $timestamp", "X-Signature: $signature",
        ];
        $options = ['method' => 'POST', 'header' => $header, 'content' => $body, 'ignore_errors' => true, 'timeout' => 30];
        $response = @file_get_contents($this->baseUrl . $path, false, stream_context_create(['http' => $options]));
        if ($response === false) throw new CallFailed(0, 'no response');
        $status = (int) explode(' ', $http_response_header[0])[1];
        $read = json_decode($response, true);
        if ($status === 200 && is_array($read)) return $read;
        $detail = $read['detail'] ?? $response;
        throw new CallFailed($status, is_string($detail) ? $detail : json_encode($detail));
    }

    private function likuta(): string
    {
        preg_match('~^https?://[^/]+~', $this->baseUrl, $match);
        return $match[0];
    }

    private function key(): string
    {
        return hash_hkdf('sha256', $this->apiSecret, 32, 'likuta resume token', str_repeat("\0", 32));
    }

    private function seal(array $state, string $device): string
    {
        $iv = random_bytes(12);
        $text = json_encode($state, JSON_THROW_ON_ERROR);
        $sealed = openssl_encrypt($text, 'aes-256-gcm', $this->key(), OPENSSL_RAW_DATA, $iv, $tag, $device);
        return self::base64url($iv . $sealed . $tag);
    }

    /** Refuses a token of another order or browser, one that is too old, and anything else. */
    private function open(string $resume, string $order, string $device): array
    {
        $bytes = base64_decode(strtr($resume, '-_', '+/'), true);
        if ($bytes === false || strlen($bytes) < 29) throw new Refusal(403, 'order_unknown');
        [$iv, $sealed, $tag] = [substr($bytes, 0, 12), substr($bytes, 12, -16), substr($bytes, -16)];
        $text = openssl_decrypt($sealed, 'aes-256-gcm', $this->key(), OPENSSL_RAW_DATA, $iv, $tag, $device);
        $state = $text === false ? null : json_decode($text, true);
        if (($state['order'] ?? null) !== $order || $state['exp'] <= time()) throw new Refusal(403, 'order_unknown');
        return $state;
    }

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
