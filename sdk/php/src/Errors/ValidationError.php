<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** The request itself is invalid: `faults` lists the fields. */
final class ValidationError extends LikutaError
{
}
