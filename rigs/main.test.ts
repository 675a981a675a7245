// The one door to the rigs: what it says to somebody who does not know them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const call = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['rigs/main.ts', ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('without a name, the rigs are listed, one for each folder', () => {
  const { status, stdout } = call()
  const folders = readdirSync('rigs', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(status).toBe(0)
  expect(stdout.match(/^ {2}\w+ {2,}\S/gm)).toHaveLength(folders.length)
})

test('an unknown rig and an unknown option are answered by a sentence', () => {
  const unknown = call('chess')
  expect([unknown.status, unknown.stderr.split('\n')[0]]).toEqual([2, 'There is no rig chess.'])
  const option = call('limits', '--sender', '3')
  expect([option.status, option.stdout]).toEqual([2, ''])
  const suite = call('bench', 'chess')
  expect([suite.status, suite.stderr]).toEqual([
    2,
    expect.stringMatching(/^nothing is called chess: requests, /),
  ])
  expect(option.stderr).toContain(
    "Unknown option '--sender'. npm run rig -- limits --help lists the options.",
  )
})

test('--help says what each option means and its usual value', () => {
  const { status, stdout } = call('limits', '--help')
  expect(status).toBe(0)
  expect(stdout).toMatch(/--senders … +how many send \(400\)/)
})
