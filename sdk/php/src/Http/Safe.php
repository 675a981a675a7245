<?php
declare(strict_types=1);

namespace Likuta\Http;

/** What makes it safe to send a request twice. */
enum Safe
{
    case Read;
    case IdempotencyKey;
    /** A reference of the request, or a state that stays the same when it is set again. */
    case Reference;
    case Nothing;
}
