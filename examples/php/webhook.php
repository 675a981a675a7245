<?php
// Receives webhooks and believes only those that Likuta has signed: php -S localhost:3000 webhook.php
declare(strict_types=1);

/** Whether a webhook is Likuta's, unchanged and fresh. $body is file_get_contents('php://input'), nothing else. */
function verify_webhook(string $body, ?string $signature, string $secret, ?int $now = null): bool
{
    if (!preg_match('/^t=([0-9]{10}),v1=([0-9a-f]{64})$/D', $signature ?? '', $match)) return false;
    if (abs(($now ?? time()) - (int) $match[1]) > 300) return false;
    return hash_equals(hash_hmac('sha256', $match[1] . $body, $secret), $match[2]);
}

$secret = getenv('LIKUTA_CALLBACK_SECRET');
if (!$secret) {
    // 5xx is for faults of ours: the event comes again.
    http_response_code(500);
    error_log('LIKUTA_CALLBACK_SECRET is not set');
    exit;
}
$body = file_get_contents('php://input');
if (!verify_webhook($body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, $secret)) {
    // 4xx ends an event for good: it is for what Likuta did not send.
    http_response_code(400);
    error_log('refused');
    exit;
}
$event = json_decode($body, true);
// The same event may come twice: store its id and what it changes in one transaction, then respond.
$id = $_SERVER['HTTP_X_SERVICE_EVENT_ID'];
error_log(sprintf('genuine: %s %s %s', $id, $event['event_type'] ?? 'PAYMENT', $event['status'] ?? ''));
http_response_code(204);
