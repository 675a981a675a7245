<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Http\Requests;

/**
 * A setting that is read and replaced as a whole.
 *
 * @template Value of array<string, mixed>
 * @template Sent of array<string, mixed>
 */
class Setting
{
    public function __construct(protected readonly Requests $requests, protected readonly string $path)
    {
    }

    /** @return Value */
    public function read(?float $timeout = null): array
    {
        return $this->requests->read($this->path, $timeout);
    }

    /**
     * Replaces the setting. Doing so twice has the same effect as once.
     *
     * @param Sent $value
     * @param string|null $stepUpToken of `stepUp`: a user with a second factor needs it
     * @return Value
     */
    public function set(
        #[\SensitiveParameter] array $value,
        #[\SensitiveParameter] ?string $stepUpToken = null,
        ?float $timeout = null,
    ): array {
        $headers = $stepUpToken === null ? [] : ['X-Step-Up-Token' => $stepUpToken];
        return $this->requests->repeat($this->path, $value, $timeout, 'PUT', headers: $headers);
    }
}
