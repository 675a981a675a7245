<?php
declare(strict_types=1);

namespace Likuta\Events;

/**
 * Some events of the feed.
 *
 * @phpstan-import-type FeedEvent from \Likuta\Types
 */
final class FeedPage
{
    /**
     * @param list<FeedEvent> $items
     * @param string $nextAfter store it with what you did for `items`, and begin there the next time
     */
    public function __construct(
        public readonly array $items,
        public readonly string $nextAfter,
        public readonly bool $hasMore,
    ) {
    }
}
