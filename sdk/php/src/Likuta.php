<?php
declare(strict_types=1);

namespace Likuta;

use Likuta\Account\SelfService;
use Likuta\Cards\Payments;
use Likuta\Events\Events;
use Likuta\Http\Caller;
use Likuta\Http\CurlTransport;
use Likuta\Http\PsrTransport;
use Likuta\Http\Settings;
use Likuta\Http\StreamTransport;
use Likuta\Transfers\Remittance;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * A client of one Likuta service for one merchant.
 *
 * Use it on servers only, because its secrets give access to your money. Failed calls throw a LikutaError; missing or invalid options throw an
 * InvalidArgumentException.
 */
final class Likuta
{
    public readonly Payments $payments;
    public readonly Remittance $remittance;
    public readonly SelfService $selfService;
    public readonly Events $events;

    /**
     * An option that is `false` counts as absent, so that `getenv` can be passed on.
     *
     * @param string $baseUrl the address of the service, such as `https://pay.example`
     * @param string|false|null $apiKey for payments, with `apiSecret`
     * @param string|false|null $merchantCode for remittance, with `merchantSecret`
     * @param float $timeout that of one attempt in seconds, up to the last byte of the response
     * @param int $retries how many times a repeatable request is retried, 0 for never
     * @param ClientInterface|null $httpClient a PSR-18 client that replaces the client's own, with its own timeout
     * @param RequestFactoryInterface|null $requestFactory of that client; those of Guzzle and Nyholm are found
     */
    public function __construct(
        string $baseUrl,
        string|false|null $apiKey = null,
        #[\SensitiveParameter] string|false|null $apiSecret = null,
        string|false|null $merchantCode = null,
        #[\SensitiveParameter] string|false|null $merchantSecret = null,
        float $timeout = Settings::USUAL_TIMEOUT,
        int $retries = Settings::USUAL_RETRIES,
        ?ClientInterface $httpClient = null,
        ?RequestFactoryInterface $requestFactory = null,
        ?StreamFactoryInterface $streamFactory = null,
    ) {
        $card = ['apiKey' => $apiKey, 'apiSecret' => $apiSecret];
        $wallet = ['merchantCode' => $merchantCode, 'merchantSecret' => $merchantSecret];
        $settings = Settings::read($baseUrl, $timeout, $retries, $card, $wallet);
        $transport = match (true) {
            $httpClient !== null => new PsrTransport($httpClient, $requestFactory, $streamFactory),
            // Some hosts have the extension, and disable its functions.
            function_exists('curl_init') && function_exists('curl_exec') => new CurlTransport(),
            default => new StreamTransport(),
        };
        $caller = new Caller($settings, $transport);
        $this->payments = new Payments($caller);
        $this->remittance = new Remittance($caller);
        $this->selfService = new SelfService($caller);
        $this->events = new Events($caller);
    }
}
