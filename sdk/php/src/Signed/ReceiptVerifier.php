<?php
declare(strict_types=1);

namespace Likuta\Signed;

use Likuta\ReceiptError;

/** Verifies receipts without a network: `<base64url JSON>.<base64url Ed25519 signature over the first part>`. */
final class ReceiptVerifier
{
    /**
     * @param array{keys: list<array<string, mixed>>} $keySet
     * @throws ReceiptError
     * @throws \InvalidArgumentException for what is no key set
     */
    public static function verify(string $token, array $keySet): ReceiptContent
    {
        if (!extension_loaded('sodium')) {
            throw new \LogicException('receipts are verified with the sodium extension of PHP, which is not installed');
        }
        $pattern = '~^(?:https?://[^#]*#)?([A-Za-z0-9_-]{2,})\.([A-Za-z0-9_-]{86})$~D';
        if (!preg_match($pattern, trim($token), $match)) {
            throw new ReceiptError('malformed');
        }
        $sent = json_decode(self::bytes($match[1]), true);
        // Other signed tokens name their kind, such as a quote, which is no payment.
        if (!is_array($sent) || array_key_exists('p', $sent)) {
            throw new ReceiptError('malformed');
        }
        $key = self::publicKey($keySet, $sent['k'] ?? null);
        if (!sodium_crypto_sign_verify_detached(self::bytes($match[2]), $match[1], $key)) {
            throw new ReceiptError('signature_mismatch');
        }
        $isComplete = array_filter(['c', 'm', 'r', 'a', 'u', 's'], static fn (string $name): bool => !is_string($sent[$name] ?? null)) === []
            && is_int($sent['t'] ?? null) && is_int($sent['i'] ?? null);
        if (!$isComplete) {
            throw new ReceiptError('malformed');
        }
        return new ReceiptContent(
            $sent['c'],
            $sent['m'],
            $sent['r'],
            $sent['a'],
            $sent['u'],
            new \DateTimeImmutable("@{$sent['t']}"),
            $sent['s'],
            new \DateTimeImmutable("@{$sent['i']}"),
            $sent['k'],
        );
    }

    /** @param array{keys: list<array<string, mixed>>} $keySet */
    private static function publicKey(array $keySet, mixed $id): string
    {
        if (!is_array($keySet['keys'] ?? null)) {
            throw new \InvalidArgumentException('keySet: the JSON of /.well-known/receipt-keys.json');
        }
        foreach ($keySet['keys'] as $key) {
            if (is_array($key) && ($key['kid'] ?? null) === $id && is_string($key['x'] ?? null)) {
                $bytes = self::bytes($key['x']);
                if (strlen($bytes) === SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES) {
                    return $bytes;
                }
            }
        }
        throw new ReceiptError('key_unknown');
    }

    /**
     * Only one text stands for given bytes, so that any change is noticed.
     *
     * @throws ReceiptError for text with bits that mean nothing
     */
    private static function bytes(string $text): string
    {
        $decoded = base64_decode(strtr($text, '-_', '+/'), true);
        if ($decoded === false || rtrim(strtr(base64_encode($decoded), '+/', '-_'), '=') !== $text) {
            throw new ReceiptError('malformed');
        }
        return $decoded;
    }
}
