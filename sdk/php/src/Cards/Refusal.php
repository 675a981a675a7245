<?php
declare(strict_types=1);

namespace Likuta\Cards;

/** A refusal that likuta.js understands. */
final class Refusal extends \RuntimeException
{
    public function __construct(public readonly int $status, public readonly string $reason, string $message = '')
    {
        parent::__construct($message === '' ? $reason : $message);
    }
}
