<?php
declare(strict_types=1);

namespace Likuta\Signed;

/** The headers of a request that a shop received, as any framework has them. */
final class Headers
{
    /**
     * All values of a header.
     *
     * @param iterable<array-key, mixed> $headers names with texts or lists of texts; also `$_SERVER`
     * @return list<string>
     */
    public static function values(iterable $headers, string $name): array
    {
        $found = [];
        foreach ($headers as $key => $value) {
            $plain = strtolower(strtr((string) $key, '_', '-'));
            if ($plain === $name || $plain === "http-$name") {
                foreach (array_filter((array) $value, 'is_scalar') as $each) {
                    $found[] = (string) $each;
                }
            }
        }
        return $found;
    }

    /** @param iterable<array-key, mixed> $headers */
    public static function first(iterable $headers, string $name): ?string
    {
        return self::values($headers, $name)[0] ?? null;
    }
}
