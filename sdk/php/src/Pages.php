<?php
declare(strict_types=1);

namespace Likuta;

/**
 * A list, newest first. `foreach ($pages as $item)` iterates over all items, and requests a page only when needed.
 *
 * Items added meanwhile push the rest back: an item may appear twice, but none is missed.
 *
 * @template-covariant Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    public const USUAL_LIMIT = 100;

    /** @param \Closure(array<string, int>): array<string, mixed> $read fetches one page for `page` and `limit` */
    public function __construct(private readonly \Closure $read, private readonly int $limit)
    {
    }

    /**
     * One page, counted from 1.
     *
     * @return Page<Item>
     */
    public function page(int $number): Page
    {
        $content = ($this->read)(['page' => $number, 'limit' => $this->limit]);
        return new Page($content['items'], $content['pagination']);
    }

    /** @return \Generator<int, Page<Item>> */
    public function pages(): \Generator
    {
        for ($number = 1; ; $number++) {
            $page = $this->page($number);
            yield $page;
            if ($number >= $page->pagination['pages']) {
                return;
            }
        }
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->items as $item) {
                yield $item;
            }
        }
    }
}
