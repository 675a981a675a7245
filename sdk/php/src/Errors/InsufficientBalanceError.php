<?php
declare(strict_types=1);

namespace Likuta\Errors;

/** The wallet's available balance is too low. */
final class InsufficientBalanceError extends LikutaError
{
}
