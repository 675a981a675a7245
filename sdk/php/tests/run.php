<?php
// Runs the tests of this package, without any other: php run.php [part of a file's name or a title]
// Those that need a sandbox, or a server that fails, take their addresses from the environment, and are skipped without them.
declare(strict_types=1);

namespace Likuta\Tests;

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new \ErrorException($message, 0, $level, $file, $line);
});
if (!class_exists(\Likuta\Likuta::class)) {
    require getenv('LIKUTA_AUTOLOAD') ?: __DIR__ . '/../autoload.php';
}
require __DIR__ . '/support.php';
require __DIR__ . '/shop.php';

$only = $argv[1] ?? '';
$counts = ['passed' => 0, 'failed' => 0, 'skipped' => 0];
foreach ([...glob(__DIR__ . '/offline/*.php'), ...glob(__DIR__ . '/sandbox/*.php')] as $file) {
    foreach ((require $file) as $title => $test) {
        if ($only !== '' && !str_contains(substr($file, strlen(__DIR__)) . " $title", $only)) {
            continue;
        }
        $begun = microtime(true);
        try {
            $test();
            $counts['passed']++;
            echo "ok      $title", sprintf(" (%.1f s)\n", microtime(true) - $begun);
        } catch (Skipped $skipped) {
            $counts['skipped']++;
            echo "skipped $title: {$skipped->getMessage()}\n";
        } catch (\Throwable $fault) {
            $counts['failed']++;
            $where = $fault->getFile() . ':' . $fault->getLine();
            echo "FAILED  $title\n        ", $fault::class, ": {$fault->getMessage()}\n        $where\n{$fault->getTraceAsString()}\n";
        }
    }
}
echo "{$counts['passed']} passed, {$counts['failed']} failed, {$counts['skipped']} skipped\n";
exit($counts['failed'] > 0 || $counts['passed'] === 0 ? 1 : 0);
