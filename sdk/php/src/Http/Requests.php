<?php
declare(strict_types=1);

namespace Likuta\Http;

use Likuta\Pages;

/** The calls below one address, with one way to authenticate. */
final class Requests
{
    public function __construct(
        private readonly Caller $caller,
        private readonly Access|Secret $access,
        private readonly string $base,
    ) {
    }

    /**
     * @param array<string, mixed> $query
     * @param list<int> $acceptedStatuses
     */
    public function read(
        string $path,
        ?float $timeout,
        array $query = [],
        bool $file = false,
        bool $whole = false,
        array $acceptedStatuses = [],
    ): mixed {
        return $this->caller->send(new Call(
            'GET',
            $this->base . $path,
            $this->access,
            Safe::Read,
            query: $query,
            whole: $whole,
            file: $file,
            acceptedStatuses: $acceptedStatuses,
            timeout: $timeout,
        ));
    }

    /**
     * The list at a path.
     *
     * @param array<string, mixed> $filters
     * @return Pages<mixed>
     */
    public function list(string $path, array $filters, int $limit, ?float $timeout): Pages
    {
        return new Pages(fn (array $span): array => $this->read($path, $timeout, $filters + $span), $limit);
    }

    /**
     * A POST with an idempotency key.
     *
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     */
    public function write(
        string $path,
        #[\SensitiveParameter] ?array $body,
        string|false|null $idempotencyKey,
        ?float $timeout,
        array $query = [],
        bool $whole = false,
    ): mixed {
        $key = Call::key($idempotencyKey);
        return $this->caller->send(new Call(
            'POST',
            $this->base . $path,
            $this->access,
            $key === null ? Safe::Nothing : Safe::IdempotencyKey,
            query: $query,
            body: $body,
            whole: $whole,
            timeout: $timeout,
            idempotencyKey: $key,
        ));
    }

    /**
     * A call that its reference, or what it sets, makes safe to repeat.
     *
     * @param array<string, mixed>|null $body
     * @param array<string, string> $headers
     */
    public function repeat(
        string $path,
        #[\SensitiveParameter] ?array $body,
        ?float $timeout,
        string $method = 'POST',
        Safe $safe = Safe::Reference,
        #[\SensitiveParameter] array $headers = [],
        ?string $idempotencyKey = null,
        bool $whole = false,
    ): mixed {
        return $this->caller->send(new Call(
            $method,
            $this->base . $path,
            $this->access,
            $safe,
            body: $body,
            headers: $headers,
            whole: $whole,
            timeout: $timeout,
            idempotencyKey: $idempotencyKey,
        ));
    }

    /**
     * A call that is never repeated.
     *
     * @param array<string, mixed>|null $body
     * @param array<string, string> $headers
     * @param array<string, mixed> $query
     */
    public function once(
        string $path,
        #[\SensitiveParameter] ?array $body,
        ?float $timeout,
        string $method = 'POST',
        #[\SensitiveParameter] array $headers = [],
        array $query = [],
        bool $whole = false,
    ): mixed {
        return $this->caller->send(new Call(
            $method,
            $this->base . $path,
            $this->access,
            Safe::Nothing,
            query: $query,
            body: $body,
            headers: $headers,
            whole: $whole,
            timeout: $timeout,
        ));
    }
}
