<?php
declare(strict_types=1);

namespace Likuta\Http;

/** What a client was created with, validated once. */
final class Settings
{
    public const USUAL_TIMEOUT = 20.0;
    public const USUAL_RETRIES = 2;
    /** Longer waits than a day are mistakes, such as milliseconds. */
    private const MAX_TIMEOUT = 86_400;

    /**
     * @param string $baseUrl without a trailing slash
     * @param array{Secret, Secret}|null $card API key and secret
     * @param array{Secret, Secret}|null $wallet merchant code and secret
     */
    private function __construct(
        public readonly string $baseUrl,
        public readonly float $timeout,
        public readonly int $retries,
        public readonly ?array $card,
        public readonly ?array $wallet,
    ) {
    }

    /**
     * @param array<string, string|false|null> $card by the names of the options
     * @param array<string, string|false|null> $wallet
     * @throws \InvalidArgumentException that names the option
     */
    public static function read(
        string $baseUrl,
        float $timeout,
        int $retries,
        #[\SensitiveParameter] array $card,
        #[\SensitiveParameter] array $wallet,
    ): self {
        if ($retries < 0) {
            throw new \InvalidArgumentException('retries: an integer of at least 0');
        }
        return new self(
            self::url($baseUrl),
            self::checkedTimeout($timeout),
            $retries,
            self::pair($card),
            self::pair($wallet),
        );
    }

    /** @throws \InvalidArgumentException for a timeout that no call can have */
    public static function checkedTimeout(float $seconds): float
    {
        if ($seconds > 0 && $seconds <= self::MAX_TIMEOUT) {
            return $seconds;
        }
        throw new \InvalidArgumentException('timeout: a number of seconds above 0, at most ' . self::MAX_TIMEOUT);
    }

    /** Scheme, host and port. */
    public function origin(): string
    {
        preg_match('~^https?://[^/]+~i', $this->baseUrl, $match);
        return $match[0] ?? $this->baseUrl;
    }

    private static function url(string $text): string
    {
        $parts = parse_url($text);
        $isHttp = in_array(strtolower($parts['scheme'] ?? ''), ['http', 'https'], true) && ($parts['host'] ?? '') !== '';
        if ($isHttp && !isset($parts['user']) && !preg_match('/[?#\s]/', $text)) {
            return rtrim($text, '/');
        }
        throw new \InvalidArgumentException('baseUrl: a URL such as https://pay.example');
    }

    /**
     * Both options of a pair, or neither.
     *
     * @param array<string, string|false|null> $pair
     * @return array{Secret, Secret}|null
     */
    private static function pair(#[\SensitiveParameter] array $pair): ?array
    {
        $given = array_filter($pair, static fn ($value): bool => (string) $value !== '');
        if ($given === []) {
            return null;
        }
        $secrets = [];
        foreach (array_keys($pair) as $name) {
            $secrets[] = new Secret((string) ($given[$name] ?? throw new \InvalidArgumentException("$name is missing")));
        }
        return [$secrets[0], $secrets[1]];
    }
}
