<?php
declare(strict_types=1);

namespace Likuta\Account;

/**
 * Where webhooks are sent.
 *
 * @phpstan-import-type Callback from \Likuta\Types
 * @phpstan-import-type CallbackRequest from \Likuta\Types
 * @phpstan-import-type TestDelivery from \Likuta\Types
 * @phpstan-import-type WebhookCertification from \Likuta\Types
 * @extends Setting<Callback, CallbackRequest>
 */
final class CallbackSetting extends Setting
{
    /**
     * Sends a signed TEST event and returns the response to it.
     *
     * @return TestDelivery
     */
    public function test(?float $timeout = null): array
    {
        return $this->requests->once("$this->path/test", null, $timeout);
    }

    /**
     * Sends 24 checks to the webhook URL; in the sandbox, once a minute.
     *
     * @return WebhookCertification
     */
    public function certify(?float $timeout = null): array
    {
        return $this->requests->once("$this->path/certification", null, $timeout)['report'];
    }

    /**
     * The latest report of `certify`, null if there is none.
     *
     * @return WebhookCertification|null
     */
    public function certification(?float $timeout = null): ?array
    {
        return $this->requests->read("$this->path/certification", $timeout)['report'];
    }
}
