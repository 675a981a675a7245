<?php
declare(strict_types=1);

namespace Likuta\Errors;

use Likuta\Http\Response;

/** Makes the error of a response. */
final class ErrorReader
{
    private const CLASSES = [
        400 => ValidationError::class,
        401 => AuthenticationError::class,
        402 => InsufficientBalanceError::class,
        403 => PermissionError::class,
        404 => NotFoundError::class,
        405 => ValidationError::class,
        408 => AuthenticationError::class,
        409 => ConflictError::class,
        410 => ConflictError::class,
        413 => ValidationError::class,
        415 => ValidationError::class,
        422 => ValidationError::class,
        429 => RateLimitError::class,
    ];

    /** Refusals of the signature that have another status than 401. */
    private const SIGNATURE_REFUSALS = ['Invalid request signature', 'Merchant not found', 'Unauthorized environment'];

    /** @param mixed $body parsed, or null when it was not JSON */
    public static function errorOf(Response $response, mixed $body, ?string $idempotencyKey): LikutaError
    {
        $status = $response->status;
        [$detail, $code, $faults] = self::text(is_array($body) ? $body : []);
        $isSignature = in_array($status, [403, 404], true) && in_array($detail, self::SIGNATURE_REFUSALS, true);
        $class = self::CLASSES[$status] ?? ($status >= 500 ? ServerError::class : LikutaError::class);
        $wait = $response->headers['retry-after'] ?? '';
        $facts = new ErrorFacts(
            $detail,
            $status,
            $code,
            $faults,
            $response->headers['x-request-id'] ?? null,
            preg_match('/^[0-9]{1,9}$/D', $wait) ? (int) $wait : null,
            $idempotencyKey,
        );
        return $isSignature ? new AuthenticationError($facts) : new $class($facts);
    }

    /**
     * Reads `{detail}` of the card service, and `{code, message, errors}` of the others.
     *
     * @param array<array-key, mixed> $content
     * @return array{string, string|null, list<FieldFault>}
     */
    private static function text(array $content): array
    {
        $detail = $content['detail'] ?? null;
        if (is_array($detail)) {
            $faults = array_map(self::cardFault(...), array_values($detail));
            $lines = array_map(static fn (FieldFault $fault): string => "$fault->field: $fault->message", $faults);
            return [implode('; ', $lines), null, $faults];
        }
        if (is_string($detail)) {
            return [$detail, null, []];
        }
        $message = $content['message'] ?? null;
        $code = $content['code'] ?? null;
        $errors = $content['errors'] ?? null;
        return [
            is_string($message) ? $message : 'the response has no message',
            is_string($code) ? $code : null,
            is_array($errors) ? array_map(self::fieldFault(...), array_values($errors)) : [],
        ];
    }

    private static function cardFault(mixed $fault): FieldFault
    {
        $path = array_slice(array_filter((array) (is_array($fault) ? $fault['loc'] ?? [] : []), 'is_scalar'), 1);
        return new FieldFault(implode('.', $path), self::string($fault, 'msg'), self::string($fault, 'type'));
    }

    private static function fieldFault(mixed $fault): FieldFault
    {
        $quote = is_array($fault) ? $fault['quote'] ?? null : null;
        $isQuote = is_array($quote);
        return new FieldFault(self::string($fault, 'field'), self::string($fault, 'message'), null, $isQuote ? $quote : null);
    }

    private static function string(mixed $fault, string $name): string
    {
        $value = is_array($fault) ? $fault[$name] ?? '' : '';
        return is_scalar($value) ? (string) $value : '';
    }
}
