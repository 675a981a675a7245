<?php
declare(strict_types=1);

namespace Likuta;

/**
 * One page of a list.
 *
 * @template-covariant Item
 * @phpstan-import-type Pagination from Types
 */
final class Page
{
    /**
     * @param list<Item> $items
     * @param Pagination $pagination
     */
    public function __construct(public readonly array $items, public readonly array $pagination)
    {
    }
}
