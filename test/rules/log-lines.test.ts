// On-call engineers search the log for the lines that documents quote, so each quoted line must be one that the
// code writes.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = globSync('server/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Whether the quoted text is a command or the output of another program. */
const isNoLine = (quoted: string) =>
  /^(likuta|npm|kubectl|alter|create|set|admin|docker|systemctl) /.test(quoted) ||
  quoted === 'too many clients'

/** A log line is three or more lower-case words; a placeholder for a name is in angle brackets. */
const linePattern = /`([a-z][a-z'-]*(?:(?:, |: | )(?:[a-z'-]+|<[a-z ]+>)){2,})`/g

const documents = [
  'docs/operations.md',
  'docs/monitoring.md',
  'deploy/monitoring/alerts.yaml',
  ...globSync('docs/runbooks/*.md'),
]

/** Whether the code writes this line. A failing worker is logged as its name followed by `failed`. */
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

test('log lines are found in the documents', () => {
  const all = documents.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(linePattern)])
  expect(all.length).toBeGreaterThan(10)
})
