<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** The caller could not be authenticated: keys, secrets, signature, clock. */
final class AuthenticationError extends LikutaError
{
}
