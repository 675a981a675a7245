<?php
declare(strict_types=1);

namespace Likuta;

/** The receipt is not genuine. */
final class ReceiptError extends \RuntimeException
{
    private const MESSAGES = [
        'malformed' => 'this is not a receipt token',
        'key_unknown' => 'the receipt was signed with a key that is not in the key set',
        'signature_mismatch' => 'the receipt is forged, or was changed after it was signed',
    ];

    /**
     * `malformed`: not a receipt token.
     * `key_unknown`: signed with a key that is not in the set: fetch the set again, and refuse the receipt if it is still missing.
     * `signature_mismatch`: changed after it was signed, or forged.
     *
     * @param key-of<self::MESSAGES> $reason
     */
    public function __construct(public readonly string $reason)
    {
        parent::__construct(self::MESSAGES[$reason]);
    }
}
