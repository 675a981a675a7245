<?php
// The same shop in PHP: php -S localhost:3000 server.php
declare(strict_types=1);
require __DIR__ . '/../../sdk/php/autoload.php'; // in your project: vendor/autoload.php

use Likuta\Likuta;
use Likuta\WebhookError;

use function Likuta\verifyWebhook;

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
$likuta = new Likuta($likutaUrl, $keys['api_key'], $keys['api_secret']);

// SHOP: amount and customer come from your database, never from the browser. This shop has one customer and knows any order.
function order_of(string $id, string $shopUrl): array|string|null
{
    if (!preg_match('/^[\w-]{1,40}$/', $id)) return null;
    if (is_file(paid_file($id))) return 'paid';
    return [
        'merchant_reference' => $id,
        'amount' => '25.50',
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

/** Ships the goods: the only place that decides it is paid. */
function receive_webhook(string $secret): void
{
    try {
        $event = verifyWebhook(file_get_contents('php://input'), $_SERVER, $secret);
    } catch (WebhookError $error) {
        error_log("refused {$error->getMessage()}");
        http_response_code(400);
        return;
    }
    http_response_code(204);
    // Refunds, batches and tests come here too, some with the same reference and status: only the outcome of a payment counts.
    if ($event->type !== 'PAYMENT') {
        error_log("webhook $event->type");
        return;
    }
    ['status' => $status, 'reference' => $reference, 'transaction_uuid' => $uuid] = $event->data;
    if ($status === 'SUCCESS') touch(paid_file($reference));
    error_log("webhook $status $uuid");
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$route = "{$_SERVER['REQUEST_METHOD']} $path";

if ($route === 'POST /pay') {
    $likuta->payments->checkout->proxy(origin: $shopUrl, order: fn (string $id) => order_of($id, $shopUrl))->serve();
} elseif ($route === 'POST /webhook') {
    receive_webhook($keys['callback_secret']);
} elseif ($route === 'GET /') {
    $given = $_GET['order'] ?? null;
    $order = preg_replace('/[^\w-]/', '', is_string($given) ? $given : 'ORDER-1');
    header('Cache-Control: no-store');
    echo strtr(file_get_contents(__DIR__ . '/index.html'), ['{{likuta}}' => $likutaUrl, '{{order}}' => $order]);
} elseif ($route === 'GET /shop.js' || $route === 'GET /shop.css') {
    header('Content-Type: ' . ($path === '/shop.js' ? 'text/javascript' : 'text/css'));
    readfile(__DIR__ . $path);
} else {
    http_response_code(404);
}
