import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { importedPackages, isPermissive, isShippable, shippedPackages } from '../../scripts/licence-rules.ts'

describe('licences of shipped packages', () => {
  test.each(['MIT', '(MIT OR Apache-2.0)', 'GPL-3.0-only OR MIT', 'MIT AND ISC'])(
    'the licence %s is permissive',
    (licence) => {
      assert(isPermissive(licence))
    },
  )

  test.each([
    'GPL-3.0-or-later',
    'AGPL-3.0',
    'LGPL-2.1',
    'MPL-2.0',
    'MIT AND GPL-2.0',
    'UNLICENSED',
    'SEE LICENSE IN X',
    '',
  ])('the licence %s is not permissive', (licence) => assert(!isPermissive(licence)))

  test('the licence of files is allowed for the package that draws pictures alone', () => {
    const of = (name: string) => isShippable({ name, version: '1', licence: 'MPL-2.0' })
    assert.deepEqual([of('@resvg/resvg-js-linux-x64-gnu'), of('pg')], [true, false])
  })

  test('shipped packages include what the pages bundle, but not the build tools [S-66]', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/pg': { version: '1', license: 'MIT' },
        'node_modules/pg/node_modules/split': { version: '2' },
        'node_modules/preact': { version: '3', license: 'MIT', dev: true, dependencies: { deep: '1' } },
        'node_modules/deep': { version: '4', license: 'GPL-3.0', dev: true },
        'node_modules/vite': { version: '5', license: 'MPL-2.0', dev: true },
      },
    }
    const names = shippedPackages(lock, ['preact']).map(({ name, licence }) => [name, licence])
    assert.deepEqual(names, [
      ['deep', 'GPL-3.0'],
      ['pg', 'MIT'],
      ['split', undefined],
      ['preact', 'MIT'],
    ])
    assert.throws(() => shippedPackages(lock, ['nobody']), /nobody/)
  })

  test('imports are resolved to package names', () => {
    const source =
      "import { h } from 'preact/hooks'\nimport '../own.css'\nimport 'uplot/a.css'\nimport type { A } from '@preact/signals'\nimport x from '../../x.ts'\nimport { b } from 'node:fs'"
    assert.deepEqual(importedPackages(source), ['preact', 'uplot', '@preact/signals'])
  })
})
