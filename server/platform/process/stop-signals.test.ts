import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => void child.kill('SIGKILL')))

/** A process that stops when it reads a line, after the first signal. It prints each signal that it stops for. */
async function stoppable() {
  const module = JSON.stringify(join(import.meta.dirname, 'child-process.ts'))
  const script = `
    const { onStopSignal } = await import(${module})
    onStopSignal((signal) => { console.log(signal); process.stdin.once('data', () => process.exit(0)) })
    console.log('waiting'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  children.push(child)
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const hasPrinted = async (text: string) => {
    while (!printed.includes(text)) await once(child.stdout, 'data')
  }
  await hasPrinted('waiting')
  const exited = once(child, 'exit').then(([code]) => code as number)
  return { child, hasPrinted, exited, printed: () => printed }
}

test('two signals of one Ctrl-C stop a process once, and let it finish', async () => {
  const { child, hasPrinted, exited, printed } = await stoppable()
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await hasPrinted('SIG')
  child.stdin.write('finished\n')
  expect(await exited).toBe(0)
  expect(printed().match(/SIG/g)).toHaveLength(1)
})

test('a later signal ends a process that is still stopping at once, with exit code 1', async () => {
  const { child, hasPrinted, exited } = await stoppable()
  child.kill('SIGINT')
  await hasPrinted('SIGINT')
  // Signals again and again, because the half second in which they count as one begins in the child.
  const again = setInterval(() => child.kill('SIGINT'), 100)
  expect(await exited).toBe(1)
  clearInterval(again)
})
