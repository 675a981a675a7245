<?php
declare(strict_types=1);

namespace Likuta\Events;

use Likuta\Http\Access;
use Likuta\Http\Caller;
use Likuta\Http\Requests;

/**
 * What happened to your payments and transfers, in the last 90 days.
 *
 * @phpstan-import-type EventType from \Likuta\Types
 */
final class Events
{
    private readonly Requests $requests;

    public function __construct(Caller $caller)
    {
        $access = $caller->settings->card === null ? Access::Basic : Access::Signature;
        $this->requests = new Requests($caller, $access, '/api/v1/events');
    }

    /**
     * Events in the order in which they happened to a payment or transfer, each once.
     *
     * @param string|null $after `nextAfter` of the last page you handled; without it, the feed begins 90 days ago
     * @param list<EventType>|null $types
     * @param int|null $limit number of events per request, 500 at most; 100 by default
     * @param float|null $wait seconds to wait when all was read, before the iteration goes on; without it, the iteration ends
     */
    public function list(
        ?string $after = null,
        ?array $types = null,
        ?int $limit = null,
        ?float $wait = null,
        ?float $timeout = null,
    ): Feed {
        $query = ['limit' => $limit, 'types' => $types === null ? null : implode(',', $types)];
        $read = fn (?string $begin): array
            => $this->requests->read('', $timeout, ['after' => $begin] + $query, whole: true);
        return new Feed($read, $after, $wait);
    }
}
