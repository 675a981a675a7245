<?php
declare(strict_types=1);

namespace Likuta\Http;

/** No complete response: it is unknown whether the request arrived. */
final class TransportFailure extends \RuntimeException
{
    public function __construct(string $message, public readonly bool $isTimeout = false, ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
    }
}
