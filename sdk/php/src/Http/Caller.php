<?php
declare(strict_types=1);

namespace Likuta\Http;

use Likuta\Errors\ConnectionError;
use Likuta\Errors\ErrorFacts;
use Likuta\Errors\ErrorReader;
use Likuta\Errors\LikutaError;
use Likuta\Errors\ServerError;
use Likuta\Errors\TimeoutError;

/** Makes calls: the body is written once, every attempt is signed anew, and the response is read or thrown as an error. */
final class Caller
{
    public function __construct(public readonly Settings $settings, private readonly Transport $transport)
    {
    }

    /** @throws LikutaError; \InvalidArgumentException before anything is sent */
    public function send(#[\SensitiveParameter] Call $call): mixed
    {
        $timeout = $call->timeout === null ? $this->settings->timeout : Settings::checkedTimeout($call->timeout);
        $body = $call->body === null ? null : ExactJson::encode($call->body);
        $retry = new Retry($call->safe, $this->settings->retries, $timeout);
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($call, $body, $timeout);
            } catch (LikutaError $error) {
                $pause = $retry->pauseAfter($error);
                if ($pause === null) {
                    $final = $retry->finalError($error);
                    $final->attempts = $attempt;
                    $final->retryable = $final->retryable && $retry->mayRepeatAfter($final);
                    throw $final;
                }
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    private function attempt(#[\SensitiveParameter] Call $call, #[\SensitiveParameter] ?string $body, float $timeout): mixed
    {
        $response = $this->exchange($call, $body, $timeout);
        $isGood = $response->status >= 200 && $response->status < 300;
        if ($call->file && $isGood) {
            return $response->body;
        }
        try {
            $content = ExactJson::decode($response->body);
        } catch (\JsonException) {
            $content = null;
        }
        if (!$isGood && !in_array($response->status, $call->acceptedStatuses, true)) {
            throw ErrorReader::errorOf($response, $content, $call->idempotencyKey);
        }
        $result = $call->whole ? $content : (is_array($content) ? $content['data'] ?? null : null);
        if (is_array($result)) {
            return $result;
        }
        // The request may have been carried out all the same, so it is not sent again.
        $why = $content === null ? 'it is not JSON' : 'it has an unexpected format';
        throw new ServerError(new ErrorFacts(
            "the response could not be read: $why",
            $response->status,
            requestId: $response->headers['x-request-id'] ?? null,
            idempotencyKey: $call->idempotencyKey,
        ));
    }

    private function exchange(
        #[\SensitiveParameter] Call $call,
        #[\SensitiveParameter] ?string $body,
        float $timeout,
    ): Response {
        $url = $this->settings->baseUrl . $call->target();
        $headers = ['Accept' => 'application/json'] + $call->headers + $this->credentials($call, $url, $body ?? '');
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        if ($call->idempotencyKey !== null) {
            $headers['Idempotency-Key'] = $call->idempotencyKey;
        }
        try {
            return $this->transport->send($call->method, $url, $headers, $body, $timeout);
        } catch (TransportFailure $failure) {
            $key = $call->idempotencyKey;
            if ($failure->isTimeout) {
                throw new TimeoutError(new ErrorFacts("no response within $timeout s", idempotencyKey: $key), $failure);
            }
            $detail = 'the service is unreachable, or the connection broke';
            throw new ConnectionError(new ErrorFacts($detail, idempotencyKey: $key), $failure);
        }
    }

    /**
     * @return array<string, string>
     * @throws \InvalidArgumentException when the client lacks the options that this call needs
     */
    private function credentials(
        #[\SensitiveParameter] Call $call,
        string $url,
        #[\SensitiveParameter] string $body,
    ): array {
        if ($call->access instanceof Secret) {
            return ['Authorization' => "Bearer {$call->access->reveal()}"];
        }
        if ($call->access === Access::None) {
            return [];
        }
        $card = $this->settings->card;
        $wallet = $this->settings->wallet;
        if ($call->access === Access::Basic) {
            if ($wallet === null) {
                throw new \InvalidArgumentException('remittance needs the options merchantCode and merchantSecret');
            }
            return ['Authorization' => 'Basic ' . base64_encode("{$wallet[0]->reveal()}:{$wallet[1]->reveal()}")];
        }
        if ($card === null) {
            throw new \InvalidArgumentException('payments need the options apiKey and apiSecret');
        }
        $path = substr($url, strlen($this->settings->origin()));
        return Signing::headers($card[0]->reveal(), $card[1]->reveal(), $call->method, $path, $body, time());
    }
}
