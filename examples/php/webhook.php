<?php
// Receives webhooks and accepts only those signed by Likuta: php -S localhost:3000 webhook.php
declare(strict_types=1);

/** Whether a webhook comes from Likuta, unchanged and recent. $body must be file_get_contents('php://input'). */
function verify_webhook(string $body, ?string $signature, string $secret, ?int $now = null): bool
{
    if (!preg_match('/^t=([0-9]{10})((?:,v1=[0-9a-f]{64}){1,2})$/D', $signature ?? '', $match)) return false;
    if (abs(($now ?? time()) - (int) $match[1]) > 300) return false;
    $expected = hash_hmac('sha256', $match[1] . $body, $secret);
    foreach (explode(',v1=', $match[2]) as $v1) if (hash_equals($expected, $v1)) return true;
    return false;
}

$secret = getenv('LIKUTA_CALLBACK_SECRET');
if (!$secret) {
    // 5xx means that the error is on our side: Likuta sends the event again.
    http_response_code(500);
    error_log('LIKUTA_CALLBACK_SECRET is not set');
    exit;
}
$body = file_get_contents('php://input');
if (!verify_webhook($body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, $secret)) {
    // 4xx ends the delivery for good, so use it only for requests that Likuta did not send.
    http_response_code(400);
    error_log('refused');
    exit;
}
$event = json_decode($body, true);
// An event may be delivered twice: store its id and its changes in one transaction, then respond.
$id = $_SERVER['HTTP_X_SERVICE_EVENT_ID'] ?? '';
error_log(sprintf('genuine: %s %s %s', $id, $event['event_type'] ?? 'PAYMENT', $event['status'] ?? ''));
http_response_code(204);
