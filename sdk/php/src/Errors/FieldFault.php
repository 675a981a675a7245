<?php
declare(strict_types=1);

namespace Likuta\Errors;

/**
 * An invalid field.
 *
 * @phpstan-import-type Quote from \Likuta\Types
 */
final class FieldFault
{
    /**
     * @param string $field a path such as `bill_to.email`
     * @param string|null $type kind of the error, from the card service only: `missing`, `string_type` …
     * @param Quote|null $quote the new quote instead of one that has expired (RMT-1031)
     */
    public function __construct(
        public readonly string $field,
        public readonly string $message,
        public readonly ?string $type = null,
        public readonly ?array $quote = null,
    ) {
    }
}
