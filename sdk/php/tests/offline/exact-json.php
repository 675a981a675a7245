<?php
// JSON whose numbers are exact.
declare(strict_types=1);

namespace Likuta\Tests;

use Likuta\Http\ExactJson;

return [
    'every form of an amount is written digit by digit' => static function (): void {
        $forms = [25 => '25', '25.50' => '25.50', '1234567.89' => '1234567.89'];
        foreach ($forms as $given => $written) {
            same("{\"amount\":$written}", ExactJson::encode(['amount' => $given]));
        }
        same('{"amount":25.50}', ExactJson::encode(['amount' => 25.5]));
        same('{"amount":1234567.89}', ExactJson::encode(['amount' => 1234567.89]));
        same('{"rows":[{"amount":0.40}]}', ExactJson::encode(['rows' => [['amount' => '0.40']]]));
    },
    'an amount that is not exact, or no amount, is refused naming the field' => static function (): void {
        foreach ([0.1 + 0.2, 1.005, NAN, INF, '1e3', '25,50', '', ' 1', "1\n", '01'] as $wrong) {
            thrown(\InvalidArgumentException::class, fn () => ExactJson::encode(['amount' => $wrong]), 'amount');
        }
        $object = new \DateTimeImmutable();
        thrown(\InvalidArgumentException::class, fn () => ExactJson::encode(['due_on' => $object]), 'due_on');
        thrown(\InvalidArgumentException::class, fn () => ExactJson::encode(['note' => "\xff"]), 'UTF-8');
    },
    'texts, lists, objects and empty values are written as JSON has them' => static function (): void {
        same('{}', ExactJson::encode([]));
        $body = ['a' => 'Grâce / ✓ "x"', 'b' => [], 'c' => new \stdClass(), 'd' => null, 'e' => true, 'f' => [1, 'two']];
        same('{"a":"Grâce / ✓ \"x\"","b":[],"c":{},"d":null,"e":true,"f":[1,"two"]}', ExactJson::encode($body));
        same('{"reference":"25.50"}', ExactJson::encode(['reference' => '25.50']));
    },
    'decimals are read as the digits that were sent, and fields of amounts always as texts' => static function (): void {
        $read = ExactJson::decode('{"amount": 12.340, "fee": 1, "rows": 7, "rate": -0.5, "note": "say \"1.5\" or \\\\", "x": [1.25, 2]}');
        same(['amount' => '12.340', 'fee' => '1', 'rows' => 7, 'rate' => '-0.5', 'note' => 'say "1.5" or \\', 'x' => ['1.25', 2]], $read);
        same(['total' => 3, 'limit' => 100], ExactJson::decode('{"pagination": {"total": 3, "limit": 100}}')['pagination']);
        thrown(\JsonException::class, fn () => ExactJson::decode('{"a": }'));
        same(200_002, strlen(ExactJson::decode(json_encode(['a' => str_repeat('"\\', 100_001)]))['a']));
    },
    'the locale and the precision of PHP change no amount' => static function (): void {
        $before = [setlocale(LC_ALL, '0'), (string) ini_get('serialize_precision')];
        setlocale(LC_ALL, 'fr_FR.UTF-8', 'de_DE.UTF-8', 'C');
        ini_set('serialize_precision', '17');
        try {
            same('{"amount":0.10}', ExactJson::encode(['amount' => 0.1]));
        } finally {
            setlocale(LC_ALL, (string) $before[0]);
            ini_set('serialize_precision', $before[1]);
        }
    },
];
