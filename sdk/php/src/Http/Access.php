<?php
declare(strict_types=1);

namespace Likuta\Http;

/** How a call is authenticated. The access token of a session is a Secret instead. */
enum Access
{
    case Signature;
    case Basic;
    case None;
}
