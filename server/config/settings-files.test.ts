import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { InvalidSettings, readSettings } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'likuta-settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function fileOf(content: string): string {
  const path = join(directory, String(Math.abs(content.length * 31 + content.charCodeAt(0))))
  writeFileSync(path, content)
  return path
}

test('a setting can be read from a file, without the final line break', () => {
  const settings = readSettings({ MERCHANT_PREFIX_FILE: fileOf('GOMA\n'), PORT_FILE: fileOf('9999\r\n') })
  assert.equal(settings.MERCHANT_PREFIX, 'GOMA')
  assert.equal(settings.PORT, 9999)
})

test('a missing file, a value beside it and an invalid value in it are all named at once', () => {
  const read = () =>
    readSettings({
      MASTER_KEY_FILE: join(directory, 'nothing'),
      PORT: '1',
      PORT_FILE: fileOf('2'),
      TRANSACTION_PREFIX_FILE: fileOf('small letters'),
    })
  assert.throws(read, (error: Error) => {
    assert(error instanceof InvalidSettings)
    for (const part of [
      'MASTER_KEY_FILE: cannot be read (ENOENT)',
      'PORT_FILE: must not',
      'TRANSACTION_PREFIX: 2 to 8',
    ])
      assert(error.message.includes(part), error.message)
    return true
  })
})
