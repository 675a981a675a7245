<?php
declare(strict_types=1);

namespace Likuta\Account;

use Likuta\Errors\NotFoundError;
use Likuta\Http\Call;
use Likuta\Http\Requests;
use Likuta\Pages;

/**
 * Webhooks as they were delivered.
 *
 * @phpstan-import-type Delivery from \Likuta\Types
 * @phpstan-import-type DeliveryDetail from \Likuta\Types
 */
final class Deliveries
{
    public function __construct(private readonly Requests $requests)
    {
    }

    /**
     * The deliveries, newest first.
     *
     * @param 'PENDING'|'DELIVERED'|'FAILED'|'DEAD'|null $status
     * @return Pages<Delivery>
     */
    public function list(?string $status = null, int $limit = Pages::USUAL_LIMIT, ?float $timeout = null): Pages
    {
        return $this->requests->list('/deliveries', ['status' => $status], $limit, $timeout);
    }

    /**
     * A delivery with its body and the responses to it.
     *
     * @return DeliveryDetail
     * @throws NotFoundError
     */
    public function read(string $id, ?float $timeout = null): array
    {
        return $this->requests->read(Call::path('/deliveries/{}', $id), $timeout);
    }

    /**
     * Sends a webhook again.
     *
     * @throws NotFoundError
     */
    public function resend(string $id, ?float $timeout = null): void
    {
        $this->requests->once(Call::path('/deliveries/{}/resend', $id), null, $timeout);
    }
}
