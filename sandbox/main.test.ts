import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the simulators exit with the program that started them, even when it was killed', async () => {
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    env: { SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const removed = once(child, 'exit')
  expect(String((await once(child.stdout!, 'data'))[0])).toContain('"ready"')
  child.disconnect()
  expect(await removed).toEqual([0, null])
})
