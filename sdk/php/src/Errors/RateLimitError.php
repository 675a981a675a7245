<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** Too many requests: wait `retryAfterSeconds`. */
final class RateLimitError extends LikutaError
{
}
