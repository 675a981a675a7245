import type { CommanderError } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openProgram } from './program.ts'

// Should a refusal be missing, no database may receive the merchant.
beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const name = ['--name', 'Shop']
const email = ['--email', 'valid@example.com']
const origin = (...more: string[]) => [...name, ...email, '--microform-origin', ...more]

test.each([
  ['--name', ['--name', '', ...email]],
  ['--name', ['--name', '   ', ...email]],
  ['--name', ['--name', 'x'.repeat(201), ...email]],
  ['--email', [...name, '--email', 'no email']],
  ['--email', [...name, '--email', '']],
  ['--environment', [...name, ...email, '--environment', 'live']],
  ['--microform-origin', origin('https://shop.example/page')],
  ['--microform-origin', origin('ftp://x')],
  ['--microform-origin', origin('http://shop.example')],
  ['--microform-origin', origin('https://*.shop.example')],
  ['--microform-origin', origin('https://shop.example', '--microform-origin', 'ftp://x')],
  ['--microform-origin', origin('http://localhost:3000', '--environment', 'production')],
])('merchant create names %s when it refuses %j', async (option, parameters) => {
  const program = await openProgram('merchant')
  const create = program.commands[0]!.commands.find((command) => command.name() === 'create')!
  const printed: string[] = []
  create.configureOutput({ writeOut: (text) => void printed.push(text), writeErr: () => {} })
  const refusal = await create
    .parseAsync(parameters, { from: 'user' })
    .catch((error: CommanderError) => error)
  expect(refusal).toMatchObject({
    code: expect.stringMatching(/^commander\./),
    message: expect.stringContaining(`option '${option}`),
  })
  expect(printed).toEqual([])
})
