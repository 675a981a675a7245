<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** The current state does not allow this (409), or it has ended (410). It is `retryable` while the same request is still running. */
final class ConflictError extends LikutaError
{
}
