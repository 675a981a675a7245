<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** The service, or a system behind it, failed. */
final class ServerError extends LikutaError
{
}
