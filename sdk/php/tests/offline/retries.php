<?php
// When a request is sent again, against a real HTTP server that fails in the ways servers do.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Errors;
use Likuta\Likuta;

use function Likuta\signatureHeaders;

$order = ['amount' => 25.5, 'currency' => 'USD', 'merchant_reference' => 'INV-1'];
$transfer = ['reference' => 'T-1', 'amount' => 1];
$charge = ['transaction_uuid' => 'T'];

$safe = [
    'a status (a read by POST)' => fn (Likuta $likuta) => $likuta->payments->status('T'),
    'a balance' => fn (Likuta $likuta) => $likuta->remittance->balance(),
    'a list' => fn (Likuta $likuta) => $likuta->remittance->transactions()->page(1),
    'an order, by its key' => fn (Likuta $likuta) => $likuta->payments->orders->create($order),
    'a link, by its key' => fn (Likuta $likuta) => $likuta->payments->links->cancel('CODE'),
    'a top-up, by its key' => fn (Likuta $likuta) => $likuta->remittance->sandbox->topUp(5),
    'a transfer, by its reference' => fn (Likuta $likuta) => $likuta->remittance->inbound($transfer),
    'a charge, by its transaction' => fn (Likuta $likuta) => $likuta->payments->checkout->charge($charge),
    'a setting' => fn (Likuta $likuta) => $likuta->selfService->withToken('t')->callback->set(['callback_url' => null]),
    'a payout' => fn (Likuta $likuta) => $likuta->payments->payouts->cancel('P'),
];
$unsafe = [
    'an order without a key' => fn (Likuta $likuta) => $likuta->payments->orders->create($order, idempotencyKey: false),
    'a top-up without a key' => fn (Likuta $likuta) => $likuta->remittance->sandbox->topUp(5, idempotencyKey: false),
    'a new key' => fn (Likuta $likuta) => $likuta->selfService->withToken('t')->rotate->apiKeys(),
    'a resend' => fn (Likuta $likuta) => $likuta->selfService->withToken('t')->deliveries->resend('1'),
    'a batch' => fn (Likuta $likuta) => $likuta->remittance->batches->upload('December', []),
    'a saved profile' => fn (Likuta $likuta) => $likuta->remittance->batches->profiles->save('sender', 'A', ['fields' => []]),
];
$failures = [
    '502' => Errors\ServerError::class,
    '503' => Errors\ServerError::class,
    '504' => Errors\ServerError::class,
    'resets' => Errors\ConnectionError::class,
    'hangs' => Errors\TimeoutError::class,
    'breaks off' => Errors\ConnectionError::class,
    'drips' => Errors\TimeoutError::class,
];
// The client waits briefly only for a server that never responds.
$patience = static fn (string $failure): array => in_array($failure, ['hangs', 'drips'], true) ? ['timeout' => 1.0] : [];
$running = [
    [['status' => 409, 'body' => ['detail' => 'Charge already in progress']], $safe['a charge, by its transaction']],
    [['status' => 409, 'body' => ['detail' => 'A request with this Idempotency-Key is still running']], $safe['an order, by its key']],
    [['status' => 409, 'body' => ['code' => 'RMT-409', 'message' => 'A request with this Idempotency-Key is still running']], $safe['a top-up, by its key']],
];
$tests = [];

foreach ($safe as $what => $call) {
    $tests["$what is retried after 503 until it succeeds"] = static function () use ($call): void {
        FailingServer::will('503', 'works');
        $call(FailingServer::client());
        same(2, count(FailingServer::received()));
    };
}
foreach ($failures as $failure => $class) {
    $failure = (string) $failure;
    $tests["an order is retried after a server that $failure, as often as configured"] = static function () use ($failure, $class, $safe, $patience): void {
        FailingServer::will($failure);
        $client = FailingServer::client(...$patience($failure), retries: 1);
        $error = thrown($class, fn () => $safe['an order, by its key']($client));
        $received = FailingServer::received();
        same([2, 2, true], [count($received), $error->attempts, $error->retryable]);
        same($received[0]['headers']['idempotency-key'], $error->idempotencyKey);
    };
    $tests["what is not safe to repeat is sent once to a server that $failure"] = static function () use ($failure, $class, $unsafe, $patience): void {
        foreach ($unsafe as $call) {
            FailingServer::will($failure);
            thrown($class, fn () => $call(FailingServer::client(...$patience($failure))));
            same(1, count(FailingServer::received()));
        }
    };
}

return $tests + [
    'each attempt has the same key and body, and a signature over its exact bytes' => static function () use ($order): void {
        FailingServer::will('resets', '502', 'works');
        FailingServer::client()->payments->orders->create(['bill_to_forename' => 'Grâce ✓'] + $order);
        $received = FailingServer::received();
        same(3, count($received));
        foreach ($received as ['path' => $path, 'headers' => $headers, 'body' => $body]) {
            $signed = signatureHeaders('pk_test_a', 'sk_test_a', 'POST', $path, $body, (int) $headers['x-timestamp']);
            same($signed['X-Signature'], $headers['x-signature']);
            same([$received[0]['body'], $received[0]['headers']['idempotency-key']], [$body, $headers['idempotency-key']]);
            holds(preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', $headers['idempotency-key']) === 1, 'a UUID');
        }
        holds(str_contains($received[0]['body'], 'Grâce ✓'), 'UTF-8');
    },
    'what is not safe to repeat is sent once when a connection breaks that was kept open' => static function () use ($unsafe): void {
        foreach ($unsafe as $call) {
            FailingServer::will('works', 'closes');
            $client = FailingServer::client();
            $client->remittance->balance();
            $error = thrown(Errors\ConnectionError::class, fn () => $call($client));
            same([2, 1, false], [count(FailingServer::received()), $error->attempts, $error->retryable]);
        }
    },
    'a key that the service would not get as it is is refused before anything is sent' => static function () use ($order): void {
        FailingServer::will('works');
        foreach (['', ' ', "a\r\nX-Other: 1", 'é', "a\n", str_repeat('a', 256)] as $key) {
            thrown(\InvalidArgumentException::class, fn () => FailingServer::client()->payments->orders->create($order, idempotencyKey: $key), 'idempotencyKey');
        }
        same(0, count(FailingServer::received()));
    },
    'no secret stands in the trace of an error' => static function (): void {
        if (PHP_VERSION_ID < 80200) {
            throw new Skipped('PHP hides arguments from 8.2 on');
        }
        FailingServer::will('resets');
        ini_set('zend.exception_ignore_args', '0');
        foreach ([
            fn (Likuta $likuta) => $likuta->remittance->balance(),
            fn (Likuta $likuta) => $likuta->selfService->logIn(['email' => 'a@b.example', 'password' => 'Secret-1']),
            fn (Likuta $likuta) => $likuta->selfService->withToken('Secret-2')->callback->set(['callback_url' => 'Secret-3'], 'Secret-4'),
        ] as $call) {
            $error = thrown(Errors\ConnectionError::class, fn () => $call(FailingServer::client(merchantSecret: 'Secret-5', retries: 0)));
            for (; $error !== null; $error = $error->getPrevious()) {
                $inside = array_filter($error->getTrace(), static fn (array $frame): bool => str_starts_with($frame['class'] ?? '', 'Likuta\\') && !str_contains($frame['class'], 'Tests'));
                $text = print_r(array_column($inside, 'args'), true);
                holds(!preg_match('/Secret-|' . base64_encode('LKT-A:Secret-5') . '/', $text), $text);
            }
        }
    },
    'a query and escaped segments are signed as they are sent' => static function (): void {
        FailingServer::will('works');
        FailingServer::client()->payments->links->list(group: '6e A, été & co')->page(1);
        FailingServer::client()->payments->links->read('A/B é?');
        [$list, $read] = FailingServer::received();
        same('/api/v1/payment-links?group=6e%20A%2C%20%C3%A9t%C3%A9%20%26%20co&page=1&limit=100', $list['path']);
        same('/api/v1/payment-links/A%2FB%20%C3%A9%3F', $read['path']);
        foreach ([$list, $read] as ['path' => $path, 'headers' => $headers]) {
            same(signatureHeaders('pk_test_a', 'sk_test_a', 'GET', $path, '', (int) $headers['x-timestamp'])['X-Signature'], $headers['x-signature']);
        }
    },
    'each attempt is signed with its own time, not before Retry-After' => static function (): void {
        FailingServer::will(['status' => 503, 'headers' => ['retry-after' => '1'], 'body' => []], 'works');
        FailingServer::client()->payments->status('T');
        [$first, $second] = array_map(fn (array $each): int => (int) $each['headers']['x-timestamp'], FailingServer::received());
        holds($second - $first >= 1, "$first $second");
    },
    'a request is not retried when Retry-After is longer than half a minute' => static function (): void {
        FailingServer::will(['status' => 503, 'headers' => ['retry-after' => '31'], 'body' => []]);
        $error = thrown(Errors\ServerError::class, fn () => FailingServer::client()->payments->status('T'));
        same([503, 31, 1], [$error->status, $error->retryAfterSeconds, count(FailingServer::received())]);
    },
    'a refused request is never retried' => static function (): void {
        foreach ([400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 500, 501] as $status) {
            FailingServer::will(['status' => $status, 'headers' => ['retry-after' => '0'], 'body' => ['detail' => 'no']]);
            $error = thrown(Errors\LikutaError::class, fn () => FailingServer::client()->payments->status('T'));
            same([$status, 1, 1], [$error->status, $error->attempts, count(FailingServer::received())]);
        }
    },
    'a page or a redirect is an error, and is not followed' => static function (): void {
        FailingServer::will(['status' => 200, 'body' => '<html>'], ['status' => 307, 'headers' => ['location' => '/elsewhere'], 'body' => ['detail' => 'no']]);
        thrown(Errors\ServerError::class, fn () => FailingServer::client()->remittance->balance(), 'could not be read: it is not JSON');
        same(307, thrown(Errors\LikutaError::class, fn () => FailingServer::client()->remittance->balance())->status);
        same(2, count(FailingServer::received()));
    },
    'an unreadable response is a server error, and is not retried' => static function () use ($order): void {
        foreach ([null, [], 7, ['data' => null], ['data' => 'x']] as $body) {
            FailingServer::will(['status' => 200, 'headers' => ['x-request-id' => 'R1'], 'body' => $body]);
            $error = thrown(Errors\ServerError::class, fn () => FailingServer::client()->payments->orders->create($order), 'could not be read');
            same([200, 'R1', false, 1], [$error->status, $error->requestId, $error->retryable, count(FailingServer::received())]);
        }
    },
    'a timeout given for a call overrides that of the client' => static function (): void {
        FailingServer::will('hangs');
        $client = FailingServer::client(retries: 0, timeout: 60.0);
        thrown(Errors\TimeoutError::class, fn () => $client->payments->status('T', timeout: 0.05), 'no response within 0.05 s');
        thrown(\InvalidArgumentException::class, fn () => $client->payments->status('T', timeout: -1.0), 'timeout');
    },
    'an unreachable service is a connection error with its cause' => static function (): void {
        setting('FAILING_URL');
        $client = FailingServer::client(baseUrl: 'http://127.0.0.1:9', retries: 0);
        $error = thrown(Errors\ConnectionError::class, fn () => $client->payments->status('T'));
        holds($error->getPrevious() instanceof \Throwable && !$error instanceof Errors\TimeoutError, 'no cause');
    },
    'the client repeats a request that may still run until it knows the outcome' => static function () use ($running): void {
        foreach ($running as [$busy, $call]) {
            FailingServer::will('resets', $busy, 'works');
            $call(FailingServer::client());
            same(3, count(FailingServer::received()));
        }
    },
    'the outcome is unknown when the client stops retrying' => static function () use ($running): void {
        [$busy, $call] = $running[0];
        FailingServer::will('hangs', $busy);
        $error = thrown(Errors\TimeoutError::class, fn () => $call(FailingServer::client(timeout: 1.0)));
        same([3, 3, true], [count(FailingServer::received()), $error->attempts, $error->retryable]);
    },
    'for another call, a request that still runs is a retryable conflict' => static function () use ($running): void {
        foreach ($running as [$busy, $call]) {
            FailingServer::will($busy);
            $error = thrown(Errors\ConflictError::class, fn () => $call(FailingServer::client()));
            same([1, true, 2], [count(FailingServer::received()), $error->retryable, $error->retryAfterSeconds]);
        }
    },
    'any other conflict is thrown after a lost attempt, and is not retryable' => static function () use ($safe): void {
        FailingServer::will('resets', ['status' => 409, 'body' => ['detail' => 'Transaction already finished']]);
        $error = thrown(Errors\ConflictError::class, fn () => $safe['a charge, by its transaction'](FailingServer::client()));
        same([2, false, null], [count(FailingServer::received()), $error->retryable, $error->retryAfterSeconds]);
    },
    'a call has a body and a type only where it needs them' => static function () use ($safe): void {
        FailingServer::will('works');
        $safe['a link, by its key'](FailingServer::client());
        $safe['a balance'](FailingServer::client());
        foreach (FailingServer::received() as ['headers' => $headers, 'body' => $body]) {
            same(['', null, 'application/json'], [$body, $headers['content-type'] ?? null, $headers['accept']]);
        }
    },
];
