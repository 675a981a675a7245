<?php
declare(strict_types=1);

namespace Likuta\Http;

/** One call. */
final class Call
{
    /**
     * @param string $path from `/api/v1/…` on, with escaped segments: see `path`
     * @param array<string, mixed> $query without what is null
     * @param array<string, mixed>|null $body
     * @param array<string, string> $headers
     * @param bool $whole the result is the whole body, otherwise its `data`
     * @param bool $file the result is the bytes of the response, which is a file
     * @param list<int> $acceptedStatuses besides 2xx
     * @throws \InvalidArgumentException for a key that the service would not get as it is
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly Access|Secret $access,
        public readonly Safe $safe,
        public readonly array $query = [],
        #[\SensitiveParameter] public readonly ?array $body = null,
        #[\SensitiveParameter] public readonly array $headers = [],
        public readonly bool $whole = false,
        public readonly bool $file = false,
        public readonly array $acceptedStatuses = [],
        public readonly ?float $timeout = null,
        public readonly ?string $idempotencyKey = null,
    ) {
        if ($idempotencyKey !== null && !preg_match('/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/D', $idempotencyKey)) {
            throw new \InvalidArgumentException('idempotencyKey: 1 to 255 printable ASCII characters, without a space at either end');
        }
    }

    /**
     * Puts escaped segments into a path with `{}`.
     *
     * @throws \InvalidArgumentException for a text that cannot be part of a path
     */
    public static function path(string $template, string ...$segments): string
    {
        foreach ($segments as $segment) {
            if (trim($segment, '.') === '') {
                throw new \InvalidArgumentException("'$segment' cannot be part of a path");
            }
            $template = substr_replace($template, rawurlencode($segment), (int) strpos($template, '{}'), 2);
        }
        return $template;
    }

    /** The key of the caller, a new one for null, none for false. */
    public static function key(string|false|null $given): ?string
    {
        if ($given !== null) {
            return $given === false ? null : $given;
        }
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /** The path with its query, as it is sent. */
    public function target(): string
    {
        $query = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            $this->query,
        );
        $text = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        return $this->path . ($text === '' ? '' : "?$text");
    }
}
