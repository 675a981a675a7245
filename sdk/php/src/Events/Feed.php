<?php
declare(strict_types=1);

namespace Likuta\Events;

/**
 * `foreach ($feed as $event)` iterates over all events, and requests a page only when needed.
 *
 * @phpstan-import-type FeedEvent from \Likuta\Types
 * @implements \IteratorAggregate<int, FeedEvent>
 */
final class Feed implements \IteratorAggregate
{
    /** @param \Closure(string|null): array<string, mixed> $read fetches the page after a cursor */
    public function __construct(
        private readonly \Closure $read,
        private readonly ?string $after,
        private readonly ?float $wait,
    ) {
    }

    /**
     * The pages: store `nextAfter` with what you did for its items.
     *
     * @return \Generator<int, FeedPage>
     */
    public function pages(): \Generator
    {
        $after = $this->after;
        while (true) {
            $content = ($this->read)($after);
            $page = new FeedPage($content['items'], $content['next_after'], $content['has_more']);
            $after = $page->nextAfter;
            yield $page;
            if ($page->hasMore) {
                continue;
            }
            if ($this->wait === null) {
                return;
            }
            usleep((int) ($this->wait * 1_000_000));
        }
    }

    /** @return \Generator<int, FeedEvent> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->items as $event) {
                yield $event;
            }
        }
    }
}
