<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** No response in time. */
final class TimeoutError extends ConnectionError
{
}
