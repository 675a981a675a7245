<?php
declare(strict_types=1);

namespace Likuta\Http;

use Likuta\Types;

/** JSON whose decimals are exact in both directions: they are texts in PHP, which has no type for them. */
final class ExactJson
{
    /** A number with a decimal point, outside of texts. */
    private const DECIMAL = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"(*SKIP)(*FAIL)|-?[0-9]++\.[0-9]++(?:[eE][+-]?[0-9]++)?/s';

    /**
     * Writes the object of a request. Amounts are written digit by digit; nothing is rounded.
     *
     * @param array<string, mixed> $body
     * @throws \InvalidArgumentException for a float with more than two decimals, which only arithmetic with floats makes (0.1 + 0.2), for
     *         an amount that is no number, and for what JSON cannot hold
     */
    public static function encode(#[\SensitiveParameter] array $body): string
    {
        return $body === [] ? '{}' : self::text($body, '');
    }

    /**
     * Reads JSON. Numbers with a decimal point are texts, and so is every number of a field that can have decimals.
     *
     * @throws \JsonException
     */
    public static function decode(string $text): mixed
    {
        $exact = preg_replace(self::DECIMAL, '"$0"', $text) ?? throw new \JsonException('not UTF-8 text');
        return self::decimals(json_decode($exact, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING), '');
    }

    private static function decimals(mixed $value, string $name): mixed
    {
        if (is_array($value)) {
            // Pages are counted with the names of amounts.
            if ($name !== 'pagination') {
                foreach ($value as $key => $each) {
                    $value[$key] = self::decimals($each, is_int($key) ? '' : $key);
                }
            }
            return $value;
        }
        return is_int($value) && in_array($name, Types::DECIMAL_FIELDS, true) ? (string) $value : $value;
    }

    private static function text(#[\SensitiveParameter] mixed $value, string $name): string
    {
        if (is_string($value) && in_array($name, Types::AMOUNT_FIELDS, true)) {
            return self::amount($value, $name);
        }
        if (is_float($value)) {
            return self::decimal($value, $name);
        }
        if ($value instanceof \stdClass) {
            return $value == new \stdClass() ? '{}' : self::text((array) $value, $name);
        }
        if (!is_array($value)) {
            return self::scalar($value, $name);
        }
        if (array_is_list($value)) {
            return '[' . implode(',', array_map(static fn (mixed $each): string => self::text($each, ''), $value)) . ']';
        }
        $fields = [];
        foreach ($value as $key => $each) {
            $fields[] = self::scalar((string) $key, 'the name of a field') . ':' . self::text($each, (string) $key);
        }
        return '{' . implode(',', $fields) . '}';
    }

    private static function scalar(#[\SensitiveParameter] mixed $value, string $name): string
    {
        if (!is_scalar($value) && $value !== null) {
            $what = $name === '' ? 'the body' : $name;
            throw new \InvalidArgumentException("$what: " . get_debug_type($value) . ' cannot be sent as JSON');
        }
        try {
            return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } catch (\JsonException) {
            throw new \InvalidArgumentException("$name: a text in UTF-8");
        }
    }

    private static function amount(string $text, string $name): string
    {
        if (!preg_match('/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/D', $text)) {
            throw new \InvalidArgumentException("$name: an amount such as 25.50, not '$text'");
        }
        return $text;
    }

    private static function decimal(float $number, string $name): string
    {
        if (!is_finite($number)) {
            throw new \InvalidArgumentException("$name: a finite number");
        }
        // The same in every locale, and whatever serialize_precision is.
        $text = number_format($number, 2, '.', '');
        if ((float) $text !== $number) {
            throw new \InvalidArgumentException("$name: a float with more than two decimals, use a text such as '25.50'");
        }
        return $text;
    }
}
