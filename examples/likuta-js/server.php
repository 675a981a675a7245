<?php
// The same shop in PHP: php -S localhost:3000 server.php
declare(strict_types=1);
require __DIR__ . '/pay.php';

$likutaUrl = getenv('LIKUTA_URL') ?: 'http://localhost:8080';
$shopUrl = getenv('SHOP_URL') ?: 'http://localhost:3000';
$file = (getenv('LIKUTA_DATA_DIR') ?: __DIR__ . '/../../.likuta') . '/demo-merchant.json';
$keys = getenv('LIKUTA_API_KEY')
    ? [
        'api_key' => getenv('LIKUTA_API_KEY'),
        'api_secret' => getenv('LIKUTA_API_SECRET'),
        'callback_secret' => getenv('LIKUTA_CALLBACK_SECRET'),
    ]
    : json_decode(file_get_contents($file), true);

// SHOP: amount and customer come from your database, never from the browser. This shop has one customer and knows any order.
function order_of(string $id, string $shopUrl): array|string|null
{
    if (!preg_match('/^[\w-]{1,40}$/', $id)) return null;
    if (is_file(paid_file($id))) return 'paid';
    return [
        'merchant_reference' => $id,
        'amount' => 25.5,
        'currency' => 'USD',
        'bill_to' => [
            'first_name' => 'Grâce',
            'last_name' => 'Mukendi',
            'email' => 'grace.mukendi@example.com',
            'phone_number' => '+243991234567',
            'address_line1' => '12 avenue du Lac',
            'address_city' => 'Goma',
            'address_country' => 'CD',
        ],
        'callback_url' => "$shopUrl/webhook",
        'return_url' => "$shopUrl/?order=$id",
    ];
}

function paid_file(string $id): string
{
    return sys_get_temp_dir() . '/likuta-shop-paid-' . hash('sha256', getenv('SHOP_URL') . $id);
}

/** Whether a webhook is from Likuta, unchanged and recent. */
function is_genuine(string $body, string $header, string $secret): bool
{
    if (!preg_match('/^t=(\d{10})((?:,v1=[0-9a-f]{64}){1,2})$/D', $header, $parts)) return false;
    if (abs(time() - (int) $parts[1]) > 300) return false;
    $expected = hash_hmac('sha256', $parts[1] . $body, $secret);
    foreach (explode(',v1=', substr($parts[2], 4)) as $signature)
        if (hash_equals($expected, $signature)) return true;
    return false;
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$route = "{$_SERVER['REQUEST_METHOD']} $path";
$body = file_get_contents('php://input');

if ($route === 'POST /pay') {
    $order = fn (string $id) => order_of($id, $shopUrl);
    (new LikutaProxy($likutaUrl, $keys['api_key'], $keys['api_secret'], $shopUrl, $order))->respond($body);
} elseif ($route === 'POST /webhook') {
    if (!is_genuine($body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $keys['callback_secret'])) {
        http_response_code(400);
        return;
    }
    $event = json_decode($body, true);
    // Ships the goods: the only place that decides it is paid.
    if ($event['status'] === 'SUCCESS') touch(paid_file($event['reference']));
    error_log("webhook {$event['status']} {$event['transaction_uuid']}");
    http_response_code(204);
} elseif ($route === 'GET /') {
    $order = preg_replace('/[^\w-]/', '', $_GET['order'] ?? 'ORDER-1');
    header('Cache-Control: no-store');
    echo strtr(file_get_contents(__DIR__ . '/index.html'), ['{{likuta}}' => $likutaUrl, '{{order}}' => $order]);
} elseif ($route === 'GET /shop.js' || $route === 'GET /shop.css') {
    header('Content-Type: ' . ($path === '/shop.js' ? 'text/javascript' : 'text/css'));
    readfile(__DIR__ . $path);
} else {
    http_response_code(404);
}
