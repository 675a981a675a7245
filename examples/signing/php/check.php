<?php
// php check.php <test-vectors.json>, or: php check.php sign <method> <path> < body
declare(strict_types=1);

require __DIR__ . '/signing.php';

if ($argv[1] === 'sign') {
    $body = stream_get_contents(STDIN);
    foreach (sign_request(getenv('API_KEY'), getenv('API_SECRET'), $argv[2], $argv[3], $body) as $name => $value) {
        echo "$name: $value\n";
    }
    exit(0);
}

$vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$wrong = [];
foreach ($vectors['requests'] as $it) {
    $headers = sign_request('pk_test', $it['api_secret'], $it['method'], $it['path'], $it['body'], $it['timestamp']);
    if ($headers['X-Signature'] !== $it['signature']) $wrong[] = $it['name'];
}
foreach ($vectors['webhooks'] as $it) {
    if (verify_webhook($it['body'], $it['signature'], $it['callback_secret'], $it['now']) !== $it['genuine']) $wrong[] = $it['name'];
}
foreach ($wrong as $name) echo "wrong: $name\n";
printf("%d requests, %d webhooks, %d wrong\n", count($vectors['requests']), count($vectors['webhooks']), count($wrong));
exit($wrong === [] ? 0 : 1);
