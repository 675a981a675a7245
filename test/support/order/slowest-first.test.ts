import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'vitest'
import { slowest } from './slowest-first.ts'

test.each(slowest)('%s, one of the slowest test files, exists', (path) => {
  assert.ok(existsSync(path), `${path} was moved or deleted: mend the list`)
})
