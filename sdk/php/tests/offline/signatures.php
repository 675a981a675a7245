<?php
// Signatures of requests and webhooks, and receipts, with the vectors that every language shares.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\ReceiptError;
use Likuta\WebhookError;

use function Likuta\signatureHeaders;
use function Likuta\verifyReceipt;
use function Likuta\verifyWebhook;

const SECRET = 'whsec_example';
const T = 1_700_000_000;
const BODY = '{"status":"SUCCESS","transaction_uuid":"T","customer_name":"Aimée Ngalula"}';

$at = static fn (int $seconds): \DateTimeImmutable => new \DateTimeImmutable("@$seconds");
$v1 = static fn (string $body, string $key = SECRET, int $second = T): string => hash_hmac('sha256', $second . $body, $key);
$signed = static fn (string $body, string $key = SECRET, int $second = T): array
    => ['X-Service-Signature' => "t=$second,v1=" . $v1($body, $key, $second), 'X-Service-Event-Id' => 'e1'];
$reason = static function (mixed ...$changed) use ($at, $signed): ?string {
    $given = $changed + ['body' => BODY, 'headers' => $signed(BODY), 'secret' => SECRET, 'now' => $at(T + 10)];
    try {
        verifyWebhook(...$given);
    } catch (WebhookError $error) {
        return $error->reason;
    }
    return null;
};
$keys = ['keys' => vectors()['receipts']['keys']];
$tokens = vectors()['receipts']['tokens'];
$tests = [];

foreach (vectors()['requests'] as $it) {
    $tests["a request has the signature of its vector: {$it['name']}"] = static function () use ($it): void {
        $headers = signatureHeaders('pk', $it['api_secret'], $it['method'], $it['path'], $it['body'], $it['timestamp']);
        same($it['signature'], $headers['X-Signature']);
    };
}
foreach (vectors()['webhooks'] as $it) {
    $tests["a webhook is genuine as its vector says: {$it['name']}"] = static function () use ($it, $reason, $at): void {
        $headers = $it['signature'] === null ? [] : ['x-service-signature' => $it['signature'], 'x-service-event-id' => 'e1'];
        $found = $reason(body: $it['body'], headers: $headers, secret: $it['callback_secret'], now: $at($it['now']));
        same($it['genuine'], $found === null);
    };
}
foreach ($tokens as $it) {
    $tests["a receipt is genuine as its vector says: {$it['name']}"] = static function () use ($it, $keys): void {
        $it['genuine'] ? verifyReceipt($it['token'], $keys) : thrown(ReceiptError::class, fn () => verifyReceipt($it['token'], $keys));
    };
}

$refusals = [
    ['header_missing', ['headers' => []]],
    ['signature_malformed', ['headers' => ['x-service-signature' => '']]],
    ['signature_malformed', ['headers' => ['x-service-signature' => 't=' . T . ',v1=' . strtoupper($v1(BODY))]]],
    ['signature_malformed', ['headers' => ['x-service-signature' => array_fill(0, 2, 't=' . T . ',v1=' . $v1(BODY))]]],
    ['signature_malformed', ['headers' => ['x-service-signature' => 't=' . T . ',v1=' . $v1(BODY) . "\n"]]],
    ['signature_mismatch', ['headers' => ['x-service-signature' => 't=' . (T + 1) . ',v1=' . $v1(BODY)]]],
    ['signature_mismatch', ['secret' => 'whsec_other']],
    ['signature_mismatch', ['body' => str_replace('SUCCESS', 'FAILED', BODY)]],
    ['timestamp_too_old', ['now' => $at(T + 301)]],
    ['timestamp_in_future', ['now' => $at(T - 301)]],
    ['timestamp_too_old', ['toleranceSeconds' => 9]],
    ['signature_mismatch', ['now' => $at(T + 999), 'secret' => 'whsec_other']],
    ['event_id_missing', ['headers' => ['x-service-signature' => 't=' . T . ',v1=' . $v1(BODY)]]],
    ['event_id_missing', ['headers' => ['x-service-event-id' => [['e1']]] + array_slice($signed(BODY), 0, 1)]],
    ['body_malformed', ['body' => '[]', 'headers' => $signed('[]')]],
    ['body_malformed', ['body' => '{"a": NaN}', 'headers' => $signed('{"a": NaN}')]],
    [null, ['now' => $at(T + 300)]],
    [null, ['now' => $at(T - 300)]],
];
$kinds = [
    'PAYMENT' => '{"status":"FAILED","transaction_uuid":"T"}',
    'COLLECTION_RETURNED' => '{"event_type":"COLLECTION_RETURNED"}',
    'REFUND' => '{"event_type":"REFUND"}',
    'UNKNOWN' => '{"event_type":["REFUND"]}',
];

return $tests + [
    'a verified webhook has its id, attempt, time and type' => static function () use ($signed, $at): void {
        $headers = $signed(BODY) + ['X-Service-Attempt' => '2'];
        $event = verifyWebhook(BODY, $headers, SECRET, now: $at(T));
        same(['e1', 2, T, true, 'PAYMENT'], [$event->id, $event->attempt, $event->sentAt->getTimestamp(), $event->signed, $event->type]);
        same('Aimée Ngalula', $event->data['customer_name']);
    },
    'a webhook that is not genuine is refused with its reason' => static function () use ($reason, $refusals): void {
        foreach ($refusals as $number => [$expected, $changed]) {
            same($expected, $reason(...$changed), "case $number:");
        }
    },
    'headers can be those of any framework' => static function () use ($signed, $reason): void {
        [$name, $value] = [array_key_first($signed(BODY)), $signed(BODY)['X-Service-Signature']];
        $id = ['webhook-id' => 'e3'];
        foreach ([
            [strtolower($name) => [$value]] + $id,
            new \ArrayIterator([$name => $value] + $id),
            ['HTTP_X_SERVICE_SIGNATURE' => $value, 'HTTP_WEBHOOK_ID' => 'e3', 'REQUEST_METHOD' => 'POST', 'argc' => 1],
        ] as $headers) {
            same(null, $reason(headers: $headers));
        }
    },
    'a webhook has the type of its body' => static function () use ($kinds, $signed, $at): void {
        foreach ($kinds as $type => $body) {
            same($type, verifyWebhook($body, $signed($body), SECRET, now: $at(T))->type);
        }
    },
    'amounts of a webhook are exact' => static function () use ($signed, $at): void {
        $body = '{"event_type": "REMITTANCE", "amount": 0.10, "fee": 1, "note": "1.50"}';
        $data = verifyWebhook($body, $signed($body), SECRET, now: $at(T))->data;
        same(['0.10', '1', '1.50'], [$data['amount'], $data['fee'], $data['note']]);
    },
    'a webhook is never verified with a tolerance that would accept any age, or without a secret' => static function () use ($reason): void {
        foreach ([NAN, INF, -1] as $wrong) {
            thrown(\InvalidArgumentException::class, fn () => $reason(toleranceSeconds: $wrong), 'toleranceSeconds');
        }
        thrown(\InvalidArgumentException::class, fn () => $reason(secret: ''), 'secret');
        thrown(\InvalidArgumentException::class, fn () => $reason(secret: false), 'secret');
    },
    'only a cancellation can be unsigned, and only where that is allowed' => static function () use ($reason): void {
        $cancelled = '{"event_type":"PAYMENT_CANCELLATION","transaction_uuid":"T"}';
        $headers = ['x-service-timestamp' => (string) T, 'x-service-event-id' => 'e2'];
        same('header_missing', $reason(body: $cancelled, headers: $headers));
        $event = verifyWebhook($cancelled, $headers, SECRET, allowUnsignedCancellation: true);
        same(['PAYMENT_CANCELLATION', false, 'e2', T], [$event->type, $event->signed, $event->id, $event->sentAt->getTimestamp()]);
        same('header_missing', $reason(headers: $headers, allowUnsignedCancellation: true));
    },
    'the clock of the machine is used by default' => static function () use ($reason, $signed): void {
        same(null, $reason(headers: $signed(BODY, SECRET, time() - 5), now: null));
        same('timestamp_too_old', $reason(now: null));
    },
    'a receipt states what was paid' => static function () use ($tokens, $keys): void {
        $content = verifyReceipt("https://pay.example/verify#{$tokens[0]['token']}", $keys);
        same(['K7Q2M9XW4T', '25.50', 'USD', 'paid'], [$content->code, $content->amount, $content->currency, $content->state]);
        same('2026-11-21T09:31:12+00:00', $content->paidAt->format(DATE_ATOM));
    },
    'a key set that is none is refused, and a key of it that is none is unknown' => static function () use ($tokens, $keys): void {
        thrown(\InvalidArgumentException::class, fn () => verifyReceipt($tokens[0]['token'], $keys['keys']), 'keySet');
        foreach ([['kid' => $keys['keys'][0]['kid']], ['x' => 'AAAA'] + $keys['keys'][0], 'key'] as $key) {
            $error = thrown(ReceiptError::class, fn () => verifyReceipt($tokens[0]['token'], ['keys' => [$key]]));
            same('key_unknown', $error->reason);
        }
    },
    'what is signed and is no receipt is malformed' => static function (): void {
        $pair = sodium_crypto_sign_keypair();
        $text = static fn (string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
        $keys = ['keys' => [['kid' => 'K', 'x' => $text(sodium_crypto_sign_publickey($pair))]]];
        foreach (['{"k":"K"}', '{"k":"K","c":1,"m":"","r":"","a":"","u":"","s":"","t":"now","i":0}'] as $payload) {
            $signature = sodium_crypto_sign_detached($text($payload), sodium_crypto_sign_secretkey($pair));
            $error = thrown(ReceiptError::class, fn () => verifyReceipt("{$text($payload)}.{$text($signature)}", $keys));
            same('malformed', $error->reason);
        }
    },
    'every changed character of a receipt is noticed' => static function () use ($tokens, $keys): void {
        $token = $tokens[0]['token'];
        for ($place = 0; $place < strlen($token); $place++) {
            $changed = substr_replace($token, $token[$place] === 'A' ? 'B' : 'A', $place, 1);
            thrown(ReceiptError::class, fn () => verifyReceipt($changed, $keys));
        }
    },
    'a receipt of an unknown key, and a text that is no receipt, are refused as such' => static function () use ($tokens, $keys): void {
        same('key_unknown', thrown(ReceiptError::class, fn () => verifyReceipt($tokens[0]['token'], ['keys' => []]))->reason);
        foreach (['', 'x', 'a.b', substr($tokens[0]['token'], 0, -1), "{$tokens[0]['token']}."] as $wrong) {
            same('malformed', thrown(ReceiptError::class, fn () => verifyReceipt($wrong, $keys))->reason);
        }
    },
];
