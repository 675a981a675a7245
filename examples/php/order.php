<?php
// Creates an order and prints its checkout link for the customer. Needs only PHP 8: php order.php
declare(strict_types=1);

/** Returns the headers of a signed request. $path includes the query; $body is exactly what is sent. */
function sign_request(string $apiKey, string $apiSecret, string $method, string $path, string $body = '', ?int $timestamp = null): array
{
    $timestamp ??= time();
    $signature = hash_hmac('sha256', "$timestamp\n$method\n$path\n$body", $apiSecret);
    return ['X-API-Key' => $apiKey, 'X-Timestamp' => (string) $timestamp, 'X-Signature' => $signature];
}

/** Reads an environment variable; the program exits when it is missing. */
function setting(string $name, ?string $default = null): string
{
    $value = getenv($name) ?: $default;
    if ($value !== null) return $value;
    fwrite(STDERR, "$name is not set\n");
    exit(1);
}

$path = '/api/v1/payment/orders';
$body = json_encode([
    'amount' => 25.5,
    'currency' => 'USD',
    'merchant_reference' => 'INV-' . time(),
    'callback_url' => setting('CALLBACK_URL', 'http://localhost:3000/webhooks'),
    'bill_to_forename' => 'Grâce',
    'bill_to_surname' => 'Mukendi',
    'bill_to_email' => 'grace@example.com',
    'bill_to_phone' => '+243991234567',
    'bill_to_address_line1' => '12 avenue du Lac',
    'bill_to_address_city' => 'Goma',
    'bill_to_address_country' => 'CD',
], JSON_THROW_ON_ERROR);
$headers = sign_request(setting('LIKUTA_API_KEY'), setting('LIKUTA_API_SECRET'), 'POST', $path, $body);
$lines = ['Content-Type: application/json'];
foreach ($headers as $name => $value) $lines[] = "$name: $value";
$options = ['method' => 'POST', 'header' => $lines, 'content' => $body, 'ignore_errors' => true, 'timeout' => 30];
$response = file_get_contents(setting('LIKUTA_URL') . $path, false, stream_context_create(['http' => $options]));
$order = json_decode($response ?: 'null', true);
if (($order['status'] ?? null) !== 'success') {
    fwrite(STDERR, "refused: $response\n");
    exit(1);
}
echo $order['data']['links'], "\n";
