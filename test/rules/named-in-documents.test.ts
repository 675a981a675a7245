// Documents name files, functions, tables, settings and commands. Each must exist, so that a reader finds what is named.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { openProgram } from '../../server/composition/commands/program.ts'

const { join } = posix
const read = (file: string) => readFileSync(file, 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)
const parentsOf = (path: string) =>
  path.split('/').flatMap((_, depth, parts) => (depth ? [parts.slice(0, depth).join('/')] : []))
const existing = new Set(tracked.flatMap((file) => [file, ...parentsOf(file)]))

const documents = tracked.filter((file) => /^(docs\/.*|CONTRIBUTING|README|SECURITY)\.md$/.test(file))

/** The words of everything that runs or is tested. */
const words = new Set(
  tracked
    .filter((file) => /\.(tsx?|m?js|py|sql|ya?ml|json|env)$/.test(file))
    .filter((file) => !/^docs\/|^package-lock\.json$|named-in-documents/.test(file))
    .flatMap((file) => read(file).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []),
)

/** What belongs to other programs. */
const foreign: Record<string, string> = {
  'node_modules/.cache': 'written by Node',
  'node_modules/.cache/likuta/specification.md': 'written by a test run',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'a setting of OpenTelemetry',
  archive_command: 'a setting of PostgreSQL',
  pg_stat_statements: 'an extension of PostgreSQL',
  track_planning: 'a setting of that extension',
  query_wait_timeout: 'a setting of PgBouncer',
}

/** A path ends in a slash or a known ending; an address, a media type or a fraction does not. */
const pathForms = [
  /^(?:[\w@.-]+\/)+$/,
  /^(?:[\w@.-]+\/)+[\w@.-]+\.(?:tsx?|m?js|md|sql|ya?ml|json|csv|txt|svg)$/,
  /^[\w-][\w.-]*\.(?:tsx?|md|sql)$/,
]
/** camelCase, PascalCase, snake_case and CAPITALS of two words or more. */
const nameForm =
  /^(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,}|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:\(\))?$/
const isPath = (text: string) => pathForms.some((form) => form.test(text))

const proseOf = (text: string) => text.replace(/^```.*?^```/gms, '')
const quotedIn = (text: string) =>
  [...proseOf(text).matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted!.replace(/\s+/g, ' '))
const unless = (known: (name: string) => boolean, names: string[]) =>
  [...new Set(names)].filter((name) => !Object.hasOwn(foreign, name) && !known(name))

/** The folders of these paths, and those within them that are named, too. */
function foldersOf(paths: string[]): string[] {
  const named = paths.filter((path) => existing.has(path))
  const folders = ['', ...named.flatMap((path) => [...parentsOf(path), path])]
  const inner = named.flatMap((path) => paths.map((name) => join(path, name)))
  return [...folders, ...inner.filter((path) => existing.has(path))]
}

/**
 * Paths are relative to the root, to the document, or to a folder that the same paragraph or row names; where it names none, to one
 * that the document names.
 */
function unknownPaths(text: string, file: string): string[] {
  const pathsIn = (part: string) =>
    quotedIn(part)
      .filter(isPath)
      .map((path) => path.replace(/\/$/, ''))
  const ofDocument = [...parentsOf(file), ...foldersOf(pathsIn(proseOf(text)))]
  return proseOf(text)
    .split(/\n\n|\n(?=\|)/)
    .flatMap((part) => {
      const paths = pathsIn(part)
      const isPlaced = paths.some((path) => path.includes('/') && existing.has(path))
      const folders = isPlaced ? [...parentsOf(file), ...foldersOf(paths)] : ofDocument
      return unless((path) => folders.some((folder) => existing.has(join(folder, path))), paths)
    })
}

const unknownNames = (text: string) =>
  unless(
    (name) => words.has(name.replace('()', '')),
    quotedIn(text).filter((quoted) => nameForm.test(quoted)),
  )

/** A name that the document places in a file, and the file does not have. */
const misplacedNames = (text: string) =>
  [...proseOf(text).matchAll(/`(\w+)`\s+in\s+`([\w/.-]+\.tsx?)`/g)]
    .filter(([, name, path]) => existing.has(path!) && !new RegExp(`\\b${name}\\b`).test(read(path!)))
    .map(([placed]) => placed)

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const rigs = [...read('rigs/main.ts').matchAll(/^ {2}(\w+): \[/gm)].map(([, name]) => name)
const program = await openProgram()

/** Whether the command line has these subcommands and options. */
function isCommand(line: string): boolean {
  let command: Command = program
  const parts = line.split(' ')
  while (parts.length && command.commands.length) {
    const next = command.commands.find((each) => each.name() === parts[0])
    if (!next) return parts[0]!.startsWith('-')
    command = next
    parts.shift()
  }
  const options = ['--help', ...command.options.flatMap(({ long, short }) => [long, short])]
  return parts.filter((part) => part.startsWith('-')).every((part) => options.includes(part.split('=')[0]))
}

/** Commands in prose and in blocks; a block may continue a command on the next line. */
function unknownCommands(text: string): string[] {
  const blocks = [...text.replaceAll(/\\\n/g, ' ').matchAll(/^```.*?^```/gms)]
  return [...quotedIn(text), ...blocks.flatMap(([block]) => block.split('\n'))].filter((line) => {
    const script = /^npm run (?:--silent )?([\w:-]+)(?: -- ([a-z]\w*))?/.exec(line)
    if (script) {
      const [, name, rig = ''] = script
      return !Object.hasOwn(scripts, name!) || (name === 'rig' && rig !== '' && !rigs.includes(rig))
    }
    const command = /^(?:\w+=\S+ )*(?:npx )?likuta ([a-z][^#|>&;]*)/.exec(line)
    return command ? !isCommand(command[1]!.trim()) : false
  })
}

test.each([
  ['paths', unknownPaths],
  ['functions, types, tables and settings', unknownNames],
  ['places of names', misplacedNames],
  ['commands, npm scripts and rigs', unknownCommands],
] as const)('documents name only %s that exist', (_, unknownIn) => {
  const found = documents.flatMap((file) => unknownIn(read(file), file).map((name) => `${file}: ${name}`))
  expect(found).toEqual([])
})

test('what does not exist is found in a document, and what is no name is left alone', () => {
  const right =
    '`server/cards/`, `refunds/refund.ts`, `moveTransfer`, `limit_share`, `BASE_URL`, `/api/v1/x.json`, `N/A`, `PENDING`'
  const wrong = '`server/card/`, `refund/`, `movedTransfer`, `limit_shares_`, `BASE_URI`, `limit_shared`'
  expect([unknownPaths(right, 'docs/x.md'), unknownNames(right)]).toEqual([[], []])
  expect(unknownPaths(wrong, 'docs/x.md')).toEqual(['server/card', 'refund'])
  expect(unknownPaths('| `server/cards/` | `holds/`, `server/remittance/` |', 'docs/x.md')).toEqual([])
  expect(unknownPaths('| `server/remittance/` |\n| `server/cards/` | `holds/` |', 'docs/x.md')).toEqual([
    'holds',
  ])
  expect(unknownNames(wrong)).toEqual(['movedTransfer', 'BASE_URI', 'limit_shared'])
  expect(misplacedNames('`moveTransfer` in `server/kernel/money.ts`')).toHaveLength(1)
  const commands = '`npm run generate`, `npm run generated`, `npm run rig -- fuss`'
  expect(unknownCommands(commands)).toEqual(['npm run generated', 'npm run rig -- fuss'])
  const block = '```sh\nlikuta keys receipts rotate\nnpx likuta keys turn\nlikuta migrate --now   # x\n```\n'
  expect(unknownCommands(block)).toEqual(['npx likuta keys turn', 'likuta migrate --now   # x'])
})
