<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** There is no such thing, or it is not yours. */
final class NotFoundError extends LikutaError
{
}
