// The selection of tests for `npm run test:unit`.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needsFinder, testFiles, unitTests } from '../../scripts/house/unit-tests.ts'
import units from '../unit.config.ts'

const finder = (files: Record<string, string>) => needsFinder((path) => files[path])

test('a test needs what its direct and indirect imports load, but not what they import as a type', () => {
  const needOf = finder({
    'a.test.ts': `import { b } from './b.ts'`,
    'b.ts': `export * from './room/c.ts'`,
    'room/c.ts': `import pg from 'pg'`,
    'types.test.ts': `import type { B } from './b.ts'\nexport type { C } from './room/c.ts'`,
    'mixed.test.ts': `import { type B } from './b.ts'`,
    'lazy.test.ts': `const { chromium } = await import('playwright-core')`,
    'child.test.ts': `import { spawn } from 'node:child_process'`,
    'pages.test.ts': `const page = readFileSync('web/dist/portal/index.html')`,
    'open.test.ts': 'await import(name)',
    'circle.test.ts': `import './circle.test.ts'`,
    'thread.test.ts': `import { Worker } from 'node:worker_threads'`,
    'hash.test.ts': `import './server/password.ts'`,
    'server/password.ts': `import { argon2 } from 'node:crypto'`,
    'rig.test.ts': `import './rigs/chaos/monkey.ts'`,
    'rigs/chaos/monkey.ts': '',
    'socket.test.ts': `import './sandbox/simulator.ts'`,
    'sandbox/simulator.ts': `await app.listen({ port: 0 })`,
    'http.test.ts': `import { request } from 'node:http'`,
    'timer.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 20))',
    'poll.test.ts': 'await expect.poll(read).toBe(1)',
    'event.test.ts': `await eventually('it is over', isOver)`,
    'product.test.ts': `import './server/loop.ts'`,
    'server/loop.ts': 'export const wait = () => setTimeout(stop, 1_000)',
    'server/loop.test.ts': 'vi.useFakeTimers()',
    'server/wait.test.ts': 'await setTimeout(1)',
  })
  expect(needOf('a.test.ts')).toBe('a database, required by room/c.ts')
  expect(needOf('types.test.ts')).toBeUndefined()
  expect(needOf('mixed.test.ts')).toBe('a database, required by room/c.ts')
  expect(needOf('lazy.test.ts')).toBe('a browser, required by lazy.test.ts')
  expect(needOf('child.test.ts')).toBe('child processes, required by child.test.ts')
  expect(needOf('pages.test.ts')).toBe('built pages, required by pages.test.ts')
  expect(needOf('open.test.ts')).toBe(
    'an import whose path is known only at run time, required by open.test.ts',
  )
  expect(needOf('circle.test.ts')).toBeUndefined()
  expect(needOf('thread.test.ts')).toBe('threads, required by thread.test.ts')
  expect(needOf('hash.test.ts')).toBe('password hashes, required by server/password.ts')
  expect(needOf('rig.test.ts')).toBe('a rig, required by rigs/chaos/monkey.ts')
  expect(needOf('socket.test.ts')).toBe('sockets, required by sandbox/simulator.ts')
  expect(needOf('http.test.ts')).toBe('sockets, required by http.test.ts')
  for (const path of ['timer.test.ts', 'poll.test.ts', 'event.test.ts', 'server/wait.test.ts'])
    expect(needOf(path)).toBe(`timers, required by ${path}`)
  for (const path of ['product.test.ts', 'server/loop.test.ts']) expect(needOf(path)).toBeUndefined()
})

test('unit tests need nothing outside their process, and no set-up runs before them', () => {
  const all = unitTests()
  expect(all.length).toBeGreaterThan(100)
  expect(all).toContain('server/kernel/money.test.ts')
  expect(all).toContain('server/adapters/mobile-money/gsma/translate.test.ts')
  for (const database of ['server/cards/refunds/refund.test.ts', 'server/platform/statements.test.ts'])
    expect(all).not.toContain(database)
  for (const waiting of ['server/adapters/mobile-money/gsma/adapter.test.ts', 'sdk/http/retry.test.ts'])
    expect(all).not.toContain(waiting)
  expect(all.filter((path) => readFileSync(path, 'utf8').includes('postgresUrl'))).toEqual([])
  expect(units.test).toMatchObject({ include: all })
  expect(units.test).not.toHaveProperty('globalSetup')
  expect(testFiles().length).toBeGreaterThan(all.length)
})
