<?php
// What the tests state their guarantees with.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Likuta;

final class Skipped extends \Exception
{
}

final class Failed extends \Exception
{
}

function same(mixed $expected, mixed $actual, string $what = ''): void
{
    if ($expected !== $actual) {
        $show = static fn (mixed $value): string => json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR);
        throw new Failed(trim("$what expected {$show($expected)}, not {$show($actual)}"));
    }
}

function holds(bool $condition, string $what): void
{
    if (!$condition) {
        throw new Failed($what);
    }
}

/**
 * The error that a call throws, which has to be of this class.
 *
 * @template T of \Throwable
 * @param class-string<T> $class
 * @return T
 */
function thrown(string $class, \Closure $call, string $part = ''): \Throwable
{
    try {
        $call();
    } catch (\Throwable $error) {
        if (!$error instanceof $class) {
            throw $error;
        }
        holds(str_contains($error->getMessage(), $part), "the message is '{$error->getMessage()}', without '$part'");
        return $error;
    }
    throw new Failed("nothing was thrown instead of $class");
}

/** A setting of the tests. */
function setting(string $name): string
{
    return getenv($name) ?: throw new Skipped("needs $name");
}

function likuta(): Likuta
{
    static $likuta;
    return $likuta ??= new Likuta(
        baseUrl: setting('LIKUTA_URL'),
        apiKey: setting('LIKUTA_API_KEY'),
        apiSecret: setting('LIKUTA_API_SECRET'),
        merchantCode: setting('LIKUTA_MERCHANT_CODE'),
        merchantSecret: setting('LIKUTA_MERCHANT_SECRET'),
    );
}

/** @return array<string, mixed> the vectors that every language shares */
function vectors(): array
{
    $file = __DIR__ . '/../../../docs/test-vectors.json';
    return json_decode((string) file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
}

function uniqueText(string $start): string
{
    return $start . bin2hex(random_bytes(6));
}

/** @return mixed the JSON that a server of the tests returns */
function http(string $method, string $url, mixed $body = null): mixed
{
    $options = ['method' => $method, 'header' => ['Accept: application/json'], 'timeout' => 30, 'ignore_errors' => true];
    if ($body !== null) {
        $options['header'][] = 'Content-Type: application/json';
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $text = (string) file_get_contents($url, false, stream_context_create(['http' => $options]));
    return json_decode($text, true);
}
