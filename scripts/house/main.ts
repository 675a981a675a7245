// npm run house: prints the code measures as a table; with --list also the places that exceed a limit.
import { globSync, readFileSync } from 'node:fs'
import {
  circles,
  filesPerRoom,
  formatterExceptions,
  limits,
  longFiles,
  longFunctions,
  refused,
  roomOf,
  thinRooms,
  tinyFiles,
  weightOf,
} from './measures.ts'
import { readSource, sourcePaths } from './source.ts'

const files = sourcePaths().map((path) => readSource(path))
const capabilities = ['server', 'server/cards', 'server/remittance', 'server/compliance', 'server/merchants']
const weight = weightOf(files, 'server')
const migrations = globSync('db/*/*')
const sql = migrations.map((path) => readFileSync(path, 'utf8')).join('')
const generatedLines = files
  .filter(({ path }) => path.endsWith('.generated.ts'))
  .reduce((sum, { lines }) => sum + lines, readFileSync('docs/openapi.json', 'utf8').split('\n').length)
const rows: [string, number | string][] = [
  ['server without tests', `${weight.lines} lines, ${weight.files} files, ${weight.folders} folders`],
  ['migrations; tables', `${migrations.length}; ${sql.match(/^create (unlogged )?table /gm)?.length}`],
  ['generated lines, with the OpenAPI document', generatedLines],
  ...[...capabilities, 'server/platform', 'web', 'sandbox', 'rigs'].map((name): [string, string] => {
    const { boxes, arrows } = roomOf(files, name)
    return [name, `${boxes} boxes, ${arrows} arrows`]
  }),
  [
    `folders with more than ${limits.filesPerRoom} files`,
    filesPerRoom(files).filter(([, n]) => n > limits.filesPerRoom).length,
  ],
  ['most files in a folder', filesPerRoom(files)[0]?.join(': ') ?? 0],
  [`folders of the server with fewer than ${limits.minFilesPerRoom} files`, thinRooms(files).length],
  [`files under ${limits.minLinesPerFile} lines with one importer`, tinyFiles(files).length],
  ['circles', circles(files).length],
  [`functions over ${limits.linesPerFunction} lines`, longFunctions(files).length],
  [`files over ${limits.linesPerFile} lines`, longFiles(files).length],
  ['formatter exceptions', formatterExceptions(files)],
  ['refused words among names', refused(files).length],
]
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(46)} ${value}\n`)
if (process.argv.includes('--list'))
  for (const line of [
    ...circles(files).map(String),
    ...longFunctions(files),
    ...longFiles(files),
    ...refused(files),
  ])
    process.stdout.write(`${line}\n`)
