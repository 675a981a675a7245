<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** Authenticated but not permitted: suspended, wrong network, blacklisted number, disabled endpoint. */
final class PermissionError extends LikutaError
{
}
