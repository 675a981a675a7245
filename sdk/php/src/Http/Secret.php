<?php
declare(strict_types=1);

namespace Likuta\Http;

/** A secret that is neither printed nor serialized with the object that has it. */
final class Secret
{
    /** @var \Closure(): string */
    private readonly \Closure $value;

    public function __construct(#[\SensitiveParameter] string $value)
    {
        $this->value = static fn (): string => $value;
    }

    public function reveal(): string
    {
        return ($this->value)();
    }

    /** @return array{} */
    public function __debugInfo(): array
    {
        return [];
    }
}
