<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** No response: it is unknown whether the request arrived. */
class ConnectionError extends LikutaError
{
}
