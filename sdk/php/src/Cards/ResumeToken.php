<?php
declare(strict_types=1);

namespace Likuta\Cards;

use Likuta\Http\Secret;

/**
 * What the browser keeps between two steps of a payment: encrypted with a key derived from the API secret, it works for one order in one
 * browser, for two hours. The card's token is in it, which only this order can be paid with; card numbers never are.
 *
 * @phpstan-type State array{order: string, uuid: string, step: 'open'|'setup'|'enrolled', exp: int, token?: string, reference?: string, authentication?: string}
 */
final class ResumeToken
{
    public const LIFE_SECONDS = 7200;
    private const CIPHER = 'aes-256-gcm';

    private readonly Secret $key;

    public function __construct(Secret $apiSecret)
    {
        $info = 'likuta resume token';
        $this->key = new Secret(hash_hkdf('sha256', $apiSecret->reveal(), 32, $info, str_repeat("\0", 32)));
    }

    /**
     * @param State $state
     * @param string $device the browser's cookie, which is authenticated with it
     */
    public function seal(array $state, string $device): string
    {
        $iv = random_bytes(12);
        $text = json_encode($state, JSON_THROW_ON_ERROR);
        $sealed = openssl_encrypt($text, self::CIPHER, $this->key->reveal(), OPENSSL_RAW_DATA, $iv, $tag, $device);
        return self::encoded($iv . $sealed . $tag);
    }

    /**
     * @return State
     * @throws Refusal for a token of another order or browser, one that is too old, and anything else
     */
    public function open(string $token, string $order, string $device): array
    {
        $bytes = base64_decode(strtr($token, '-_', '+/'), true);
        if ($bytes !== false && strlen($bytes) > 28) {
            [$iv, $sealed, $tag] = [substr($bytes, 0, 12), substr($bytes, 12, -16), substr($bytes, -16)];
            $key = $this->key->reveal();
            $text = openssl_decrypt($sealed, self::CIPHER, $key, OPENSSL_RAW_DATA, $iv, $tag, $device);
            $state = $text === false ? null : json_decode($text, true);
            if (is_array($state) && $state['order'] === $order && $state['exp'] > time()) {
                return $state;
            }
        }
        throw new Refusal(403, 'order_unknown');
    }

    public static function randomText(): string
    {
        return self::encoded(random_bytes(32));
    }

    private static function encoded(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
