<?php
// A PSR-18 client of the merchant, where one is installed.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Errors;
use Likuta\Likuta;

$guzzle = static function (): \GuzzleHttp\Client {
    // That of the distribution; Composer brings its own.
    $shared = '/usr/share/php/GuzzleHttp/autoload.php';
    if (!class_exists(\GuzzleHttp\Client::class) && is_file($shared)) {
        require_once $shared;
        require_once '/usr/share/php/GuzzleHttp/Psr7/autoload.php';
    }
    return class_exists(\GuzzleHttp\Client::class) ? new \GuzzleHttp\Client(['timeout' => 10]) : throw new Skipped('needs Guzzle');
};

return [
    'calls are sent, signed and retried with a PSR-18 client' => static function () use ($guzzle): void {
        $client = new Likuta(
            setting('LIKUTA_URL'),
            setting('LIKUTA_API_KEY'),
            setting('LIKUTA_API_SECRET'),
            httpClient: $guzzle(),
        );
        same('25.50', $client->payments->orders->create(order())['amount']);
        same([], [...$client->payments->links->list(group: uniqueText('Été & '))]);
        FailingServer::will('resets', 'works');
        FailingServer::client(httpClient: $guzzle())->payments->status('T');
        same(2, count(FailingServer::received()));
        FailingServer::will(['status' => 307, 'headers' => ['location' => '/elsewhere'], 'body' => ['detail' => 'no']]);
        $status = fn () => FailingServer::client(httpClient: $guzzle())->payments->status('T');
        same(307, thrown(Errors\LikutaError::class, $status)->status);
        same(1, count(FailingServer::received()));
        FailingServer::will('hangs');
        $hasty = fn () => FailingServer::client(httpClient: new \GuzzleHttp\Client(['timeout' => 0.3]), retries: 0)->payments->status('T');
        thrown(Errors\ConnectionError::class, $hasty);
    },
];
