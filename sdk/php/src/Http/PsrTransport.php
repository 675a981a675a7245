<?php
declare(strict_types=1);

namespace Likuta\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** With a PSR-18 client of the merchant, which has its own timeout. */
final class PsrTransport implements Transport
{
    private const KNOWN_FACTORIES = ['GuzzleHttp\Psr7\HttpFactory', 'Nyholm\Psr7\Factory\Psr17Factory'];

    private readonly RequestFactoryInterface $requests;
    private readonly StreamFactoryInterface $streams;

    /** @throws \InvalidArgumentException where the factories are neither given nor found */
    public function __construct(
        private readonly ClientInterface $client,
        ?RequestFactoryInterface $requests,
        ?StreamFactoryInterface $streams,
    ) {
        foreach ([$client, ...array_filter(self::KNOWN_FACTORIES, 'class_exists')] as $candidate) {
            $factory = is_string($candidate) ? new $candidate() : $candidate;
            $requests ??= $factory instanceof RequestFactoryInterface ? $factory : null;
            $streams ??= $factory instanceof StreamFactoryInterface ? $factory : null;
        }
        $this->requests = $requests ?? throw new \InvalidArgumentException('requestFactory: a PSR-17 factory of requests');
        $this->streams = $streams ?? throw new \InvalidArgumentException('streamFactory: a PSR-17 factory of streams');
    }

    public function send(
        string $method,
        string $url,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $timeout,
    ): Response {
        // Some clients send a request again by themselves when a connection that was kept open breaks.
        $request = $this->requests->createRequest($method, $url)->withHeader('Connection', 'close');
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        if ($body !== null) {
            $request = $request->withBody($this->streams->createStream($body));
        }
        try {
            $response = $this->client->sendRequest($request);
            $content = (string) $response->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $exception) {
            throw new TransportFailure($exception->getMessage(), false, $exception);
        }
        $headers = [];
        foreach (array_keys($response->getHeaders()) as $name) {
            $headers[strtolower((string) $name)] = $response->getHeaderLine((string) $name);
        }
        return new Response($response->getStatusCode(), $headers, $content);
    }
}
