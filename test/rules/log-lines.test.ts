// Whoever is on call searches the log for what the documents quote: each quoted line is one the code writes.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Words of other programs, and commands. */
const isNoLine = (quoted: string) =>
  /^(likuta|npm|kubectl|alter|create|set|admin|docker|systemctl) /.test(quoted) ||
  quoted === 'too many clients'

/** A line is three words or more, in small letters; what stands for a name of ours is in angle brackets. */
const linePattern = /`([a-z][a-z'-]*(?:(?:, |: | )(?:[a-z'-]+|<[a-z ]+>)){2,})`/g

const documents = [
  'docs/operations.md',
  'docs/monitoring.md',
  'deploy/monitoring/alerts.yaml',
  ...globSync('docs/runbooks/*.md'),
]

/** A worker that fails is logged under its name, with `failed` behind it. */
function isWritten(quoted: string): boolean {
  const text = quoted.replace(/^clock: /, '').replace(/> failed$/, '>')
  const parts = text.split(/<[a-z ]+>/)
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^`]*')
  return new RegExp(pattern).test(source)
}

test.each(documents)('%s quotes only log lines that the code writes', (file) => {
  const quoted = [...readFileSync(file, 'utf8').matchAll(linePattern)].map(([, line]) => line as string)
  expect(quoted.filter((line) => !isNoLine(line) && !isWritten(line))).toEqual([])
})

test('log lines are found in the documents at all', () => {
  const all = documents.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(linePattern)])
  expect(all.length).toBeGreaterThan(10)
})
