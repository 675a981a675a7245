<?php
// For shops without Composer: require this file instead of vendor/autoload.php.
declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Likuta\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require_once __DIR__ . '/src/functions.php';
