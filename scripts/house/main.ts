// npm run house: prints the code measures as a table; with --list also the places that exceed a limit.
import {
  circles,
  filesPerRoom,
  formatterExceptions,
  limits,
  longFiles,
  longFunctions,
  refused,
  roomOf,
} from './measures.ts'
import { readSource, sourcePaths } from './source.ts'

const files = sourcePaths().map((path) => readSource(path))
const capabilities = ['server', 'server/cards', 'server/remittance', 'server/compliance', 'server/merchants']
const rows: [string, number | string][] = [
  ...[...capabilities, 'server/platform', 'web', 'sandbox', 'rigs'].map((name): [string, string] => {
    const { boxes, arrows } = roomOf(files, name)
    return [name, `${boxes} boxes, ${arrows} arrows`]
  }),
  [
    `folders with more than ${limits.filesPerRoom} files`,
    filesPerRoom(files).filter(([, n]) => n > limits.filesPerRoom).length,
  ],
  ['most files in a folder', filesPerRoom(files)[0]?.join(': ') ?? 0],
  ['circles', circles(files).length],
  [`functions over ${limits.linesPerFunction} lines`, longFunctions(files).length],
  [`files over ${limits.linesPerFile} lines`, longFiles(files).length],
  ['formatter exceptions', formatterExceptions(files)],
  ['refused words among names', refused(files).length],
]
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(40)} ${value}\n`)
if (process.argv.includes('--list'))
  for (const line of [
    ...circles(files).map(String),
    ...longFunctions(files),
    ...longFiles(files),
    ...refused(files),
  ])
    process.stdout.write(`${line}\n`)
