// The files that a report writes into docs/: the figures as JSON, a picture, and the measured part of
// performance.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { pictureOf } from './picture.ts'
import { jsonOf, markdownOf, type Report } from './report.ts'

const begin = '<!-- From here on printed by `npm run bench -- --write` -->'
const endMark = '<!-- End of what is printed -->'

/** @throws Error when the document lacks the marks for the measured part. */
export function withMeasured(document: string, measured: string): string {
  const [before, after] = [document.indexOf(begin), document.indexOf(endMark)]
  if (before < 0 || after < before)
    throw new Error(`docs/performance.md lacks the lines ${begin} and ${endMark}`)
  return `${document.slice(0, before)}${begin}\n\n${measured}\n${document.slice(after)}`
}

export function writeDocuments(report: Report): void {
  const file = (name: string) => new URL(`../../docs/performance.${name}`, import.meta.url)
  writeFileSync(file('json'), jsonOf(report))
  writeFileSync(file('svg'), pictureOf(report))
  writeFileSync(file('md'), withMeasured(readFileSync(file('md'), 'utf8'), markdownOf(report)))
}
