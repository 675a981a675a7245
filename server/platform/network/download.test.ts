// The rules for downloads that depend on how a name resolves. server/compliance/lists has the others.
import assert from 'node:assert/strict'
import type dns from 'node:dns'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { download } from './download.ts'

/** Resolves every name to this address. */
const to = (address: string) =>
  ((_name: string, _options: unknown, done: (error: null, found: dns.LookupAddress[]) => void) =>
    done(null, [{ address, family: 4 }])) as unknown as typeof dns.lookup

test.each([
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['169.254.169.254', true],
  ['10.0.0.1', true],
])('a public name that resolves to %s is not called (sandbox: %s)', async (address, allowLoopback) => {
  const wanted = download({
    url: 'https://data.example.org/list.csv',
    path: join(tmpdir(), 'never-written'),
    maxBytes: 1_000,
    totalMs: 5_000,
    allowLoopback,
    lookup: to(address),
  })
  await assert.rejects(wanted, /data\.example\.org is refused: its address is not public/)
})
