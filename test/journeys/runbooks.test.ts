// Everything that the runbooks tell on-call engineers to paste exists: every command, query, call and file.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import pg from 'pg'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { openProgram } from '../../server/composition/commands/program.ts'
import { openWorld, type World } from '../support/world/world.ts'

const directory = 'docs/runbooks'
const runbooks = readdirSync(directory).filter((name) => name !== 'README.md')
const read = (name: string) => readFileSync(`${directory}/${name}`, 'utf8')
const pages = ['README.md', ...runbooks].map((name) => [`${directory}/${name}`, read(name)] as const)
const documents = [...pages, ['docs/operations.md', readFileSync('docs/operations.md', 'utf8')] as const]

/** Commands and calls in code blocks, and those that a sentence shows as code. */
const codeOf = (text: string): string[] => [
  ...[...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, code]) => code!.split('\n')),
  ...[...text.replace(/^ *```.*?^ *```/gms, '').matchAll(/`((?:likuta|admin) [^`]+)`/g)].map(
    ([, code]) => code!,
  ),
]

const linesOf = (text: string, part: string) =>
  codeOf(text)
    .map((line) => line.trim().replace(/\s+#.*$/, ''))
    .filter((line) => line.startsWith(`${part} `))

/** The words of a line as a shell would split it; a placeholder counts as one word. */
const partsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain!,
  )

const program: Command = await openProgram()

/** What is wrong with a command line, found without running it. */
function faultOf(line: string): string | undefined {
  const [, ...parts] = partsOf(line)
  let command = program
  while (parts.length > 0 && command.commands.some((each) => each.name() === parts[0])) {
    const name = parts.shift()
    command = command.commands.find((each) => each.name() === name)!
  }
  if (command.commands.length > 0)
    return `${command.name()} is not a complete command: ${parts[0] ?? 'nothing'}`
  const supplied: string[] = []
  const options: string[] = []
  while (parts.length > 0) {
    const part = parts.shift()!
    if (!part.startsWith('-')) supplied.push(part)
    else {
      const option = command.options.find(({ long, short }) => part === long || part === short)
      if (!option) return `${command.name()} has no ${part}`
      options.push(option.attributeName())
      if (option.required && parts.shift() === undefined) return `${part} needs a value`
    }
  }
  const wanted = command.registeredArguments
  const isVariadic = wanted.some(({ variadic }) => variadic)
  if (supplied.length < wanted.filter(({ required }) => required).length) return 'an argument is missing'
  if (supplied.length > wanted.length && !isVariadic) return `${supplied.at(-1)} is one argument too many`
  const missing = command.options.find((each) => each.mandatory && !options.includes(each.attributeName()))
  return missing && `${missing.long} is missing`
}

describe('command lines', () => {
  const lines = documents.flatMap(([file, text]) =>
    linesOf(text, 'likuta').map((line) => [line, file] as const),
  )

  test('the runbooks contain a plausible number of command lines', () =>
    assert(lines.length > 30, String(lines.length)))

  test.each(lines)('the command %s (%s) is valid', (line) => assert.equal(faultOf(line), undefined))

  test.each([
    ['likuta explode', 'is not a complete command'],
    ['likuta audit', 'is not a complete command'],
    ['likuta audit verify --loudly', 'has no --loudly'],
    ['likuta backup', 'an argument is missing'],
    ['likuta doctor now', 'one argument too many'],
    ['likuta merchant rotate LKT-AAAA-BBBB', '--what is missing'],
    ['likuta merchant rotate LKT-AAAA-BBBB --what', 'needs a value'],
  ])('control: %s is refused', (line, part) => {
    assert(faultOf(line!)?.includes(part!), String(faultOf(line!)))
  })
})

describe('calls and queries', () => {
  let world: World
  /** Sends no body, so that a call which writes is refused for it. */
  const isCall = async (method: string, path: string) => {
    const { status, body } = await world.admin(method, `/api/v1/admin${path}`)
    return status !== 405 && (body.detail ?? body.message) !== 'Not Found'
  }
  const calls = pages.flatMap(([file, text]) => linesOf(text, 'admin').map((line) => [line, file] as const))

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test.each(calls)('the call %s (%s) exists', async (line) => {
    const [, method, path, body] = partsOf(line)
    assert(await isCall(method!, path!))
    if (method !== 'GET') assert(JSON.parse(body!).reason.length >= 3)
  })

  test('control: a call that does not exist is detected', async () => {
    for (const [method, path] of [
      ['GET', '/overviews'],
      ['POST', '/overview'],
      ['POST', '/operators/pause'],
    ])
      assert(!(await isCall(method!, path!)), String(path))
  })

  const queries = documents.flatMap(([file, text]) =>
    [...text.matchAll(/^ *```sql\n(.*?)^ *```/gms)].flatMap(([, sql]) =>
      sql!
        .split(/;\s*$/m)
        .map((query) => query.trim())
        .filter(Boolean)
        // Tests have no Citus, whose catalogue these read.
        .filter((query) => !/\b(?:pg_dist_|citus_)/.test(query))
        .map((query) => [query, file] as const),
    ),
  )

  test.each(queries)('the query %s (%s) fits the schema', async (query) => {
    const client = new pg.Client({ connectionString: world.system.settings.DATABASE_URL })
    await client.connect()
    await client.query(`prepare runbook as ${query}`).finally(() => client.end())
  })
})

describe('each runbook', () => {
  test.each(runbooks)('%s says what one sees, what it means, what to do, and when it is over', (name) => {
    const headings = [...read(name).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(headings, ['Symptoms', 'What it means', 'What to do', 'Resolved when'])
    assert(read('README.md').includes(`(${name})`), 'is in the list of them')
    assert(read(name).split('\n').length < 110, 'is short')
  })
})
