<?php
// Options of a client, and what it shows of its secrets.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Errors;
use Likuta\Errors\ErrorFacts;
use Likuta\Http\Retry;
use Likuta\Http\Safe;
use Likuta\Likuta;

return [
    'invalid options are refused, naming the option' => static function (): void {
        foreach ([
            ['baseUrl', ['baseUrl' => 'pay.example']],
            ['baseUrl', ['baseUrl' => 'https://pay.example?x=1']],
            ['baseUrl', ['baseUrl' => 'https://user:secret@pay.example']],
            ['baseUrl', ['baseUrl' => '']],
            ['apiSecret', ['apiKey' => 'pk']],
            ['apiSecret', ['apiKey' => 'pk', 'apiSecret' => false]],
            ['merchantCode', ['merchantSecret' => 'msk']],
            ['timeout', ['timeout' => 0.0]],
            ['timeout', ['timeout' => NAN]],
            ['timeout', ['timeout' => 20_000_000.0]],
            ['retries', ['retries' => -1]],
        ] as [$name, $options]) {
            thrown(\InvalidArgumentException::class, fn () => new Likuta(...($options + ['baseUrl' => 'https://pay.example'])), $name);
        }
    },
    'a client without keys refuses calls that need them' => static function (): void {
        $client = new Likuta('http://127.0.0.1:9/', apiKey: false, apiSecret: false);
        thrown(\InvalidArgumentException::class, fn () => $client->payments->status('x'), 'apiKey');
        thrown(\InvalidArgumentException::class, fn () => $client->remittance->balance(), 'merchantCode');
        thrown(\InvalidArgumentException::class, fn () => $client->payments->checkout->proxy('https://shop.example', fn () => null), 'apiKey');
    },
    'neither a client nor a session shows a secret, however it is printed' => static function (): void {
        $client = new Likuta('https://pay.example', 'pk', 'sk_hidden', 'LKT', 'msk_hidden');
        $session = $client->selfService->withToken('tok_hidden');
        foreach ([$client, $session, $client->payments->checkout->proxy('https://shop.example', fn () => null)] as $object) {
            ob_start();
            var_dump($object);
            $shown = print_r($object, true) . ob_get_clean();
            holds(!str_contains($shown, 'hidden'), 'a secret is printed');
            thrown(\Exception::class, fn () => serialize($object), 'Closure');
        }
    },
    'a text that cannot be part of a path is refused' => static function (): void {
        $client = new Likuta('http://127.0.0.1:9', 'pk', 'sk');
        foreach (['', '.', '..'] as $wrong) {
            thrown(\InvalidArgumentException::class, fn () => $client->payments->links->read($wrong), 'part of a path');
        }
    },
    'every method that the README names exists' => static function (): void {
        $readme = (string) file_get_contents(__DIR__ . '/../../README.md');
        $methods = explode('## Amounts', explode('## Methods', $readme)[1])[0];
        $client = new Likuta('http://127.0.0.1:9', 'pk', 'sk');
        $named = 0;
        foreach (array_slice(preg_split('/^\| `\$likuta->/m', $methods), 1) as $part) {
            preg_match_all('/^\| (`.*?`) \|/m', $part, $rows);
            $room = $client->{strtok($part, '`')};
            foreach ($rows[1] as $row) {
                $base = '';
                preg_match_all('/`((?:->)?[A-Za-z>-]+)/', $row, $names);
                foreach ($names[1] as $name) {
                    $steps = explode('->', str_starts_with($name, '->') ? $base . $name : $name);
                    $method = array_pop($steps);
                    $base = implode('->', $steps);
                    $object = array_reduce(array_filter($steps), static fn (object $found, string $step): object => $found->$step, $room);
                    holds(method_exists($object, $method), "$name does not exist");
                    $named++;
                }
            }
        }
        holds($named > 50, "only $named methods");
    },
    'pauses double up to eight seconds and are never shorter than requested' => static function (): void {
        foreach ([0.0, 0.3, 0.999] as $chance) {
            $retry = new Retry(Safe::Read, 40, 20, $chance);
            $waiting = new Retry(Safe::Read, 40, 20, $chance);
            for ($attempt = 1; $attempt <= 40; $attempt++) {
                $whole = min(0.5 * 2 ** ($attempt - 1), 8);
                $pause = $retry->pauseAfter(new Errors\ServerError(new ErrorFacts('', 503)));
                holds($pause >= $whole / 2 && $pause <= $whole, "$pause of $whole");
                same(12.0, $waiting->pauseAfter(new Errors\ServerError(new ErrorFacts('', 503, retryAfterSeconds: 12))));
            }
            same(null, $retry->pauseAfter(new Errors\ServerError(new ErrorFacts('', 503))));
        }
    },
    'pauses for an attempt that still runs add up to half a minute, then the broken connection is thrown' => static function (): void {
        foreach ([0.0, 0.5, 0.999] as $chance) {
            foreach ([0, 1, 7, 30, 31] as $wait) {
                $retry = new Retry(Safe::Reference, 2, 60, $chance);
                $lost = new Errors\TimeoutError(new ErrorFacts(''));
                $retry->pauseAfter($lost);
                $retry->pauseAfter(new Errors\ServerError(new ErrorFacts('', 503)));
                $busy = new Errors\ConflictError(new ErrorFacts('in progress', 409, retryAfterSeconds: $wait));
                $waited = 0;
                for ($asked = 0; $asked < 100 && ($pause = $retry->pauseAfter($busy)) !== null; $asked++) {
                    $waited += $pause;
                }
                holds($waited <= 30 && $asked < 100, "$waited seconds, $asked times");
                same($lost, $retry->finalError($busy));
            }
        }
    },
];
