<?php
declare(strict_types=1);

namespace Likuta;

/** The webhook is not genuine. Respond with 400 and ignore it. */
final class WebhookError extends \RuntimeException
{
    private const MESSAGES = [
        'header_missing' => 'there is no X-Service-Signature',
        'signature_malformed' => 'X-Service-Signature is not t=<ten digits>,v1=<64 hex digits>',
        'timestamp_too_old' => 'the webhook is older than the tolerance',
        'timestamp_in_future' => 'the webhook is from the future: compare the clocks',
        'signature_mismatch' => 'another callback secret, or a body that is not byte for byte what was received',
        'event_id_missing' => 'there is no X-Service-Event-Id',
        'body_malformed' => 'the body is not a JSON object',
    ];

    /**
     * `header_missing`: not sent by the service, or the header was dropped on the way (by a proxy or a framework).
     * `signature_malformed`: not `t=<ten digits>,v1=<64 hex digits>`, or sent twice.
     * `timestamp_too_old`: older than the tolerance: a replay, or this machine's clock is ahead.
     * `timestamp_in_future`: this machine's clock is behind.
     * `signature_mismatch`: signed with another secret, or the body differs from the bytes that were sent.
     * `event_id_missing`: authentic, but X-Service-Event-Id was dropped on the way (by a proxy or a framework).
     * `body_malformed`: authentic, but not a JSON object.
     *
     * @param key-of<self::MESSAGES> $reason
     */
    public function __construct(public readonly string $reason)
    {
        parent::__construct(self::MESSAGES[$reason]);
    }
}
