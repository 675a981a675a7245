// Finds the unit tests: those that need no database, browser, built page, child process, rig, thread, socket or timer, so that no
// time-out is their verdict. What a test needs follows from its imports at run time, direct and indirect.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** What a test needs if it loads the package. */
const needs: Record<string, string> = {
  pg: 'a database',
  '@electric-sql/pglite': 'a database',
  'playwright-core': 'a browser',
  'node:child_process': 'child processes',
  'node:worker_threads': 'threads',
}
/** This module imports `pg` but connects only when a caller passes a database URL; tests that create one import `pg` too. */
const connectsLater = 'server/platform/database/database.ts'
const builtPages = /\bweb\/dist\b/
/** The client of all our calls to others. */
const client = 'server/platform/network/client.ts'
/** Hashes of passwords wait for the threads of the process. */
const hashes = /\bargon2\b/
/**
 * What tests, simulators and rigs do. Product code opens sockets and sets timers only where a test makes it do so, and a test that needs a
 * server or waits says so itself or by what it imports.
 */
const product = /^(server|web|sdk)\/(?!.*\b(test|testing|contract|steps)\.)/
const sockets = /\.listen\(|\bcreateServer\(|\bfetch\(|['"](node:(net|https?|tls|dgram)|undici)['"]/
const timers =
  /\bset(Timeout|Interval)\(|['"](node:)?timers\/promises['"]|\bexpect\s*\.poll\(|\beventually\(|\bAbortSignal\.timeout\(/

type Module = { requests: string[]; text: string; hasOpenImport: boolean }

/** Returns a function that finds what a test needs. @param read returns the text of a file, or undefined if it does not exist. */
export function needsFinder(read: (path: string) => string | undefined) {
  const modules = new Map<string, Module | undefined>()
  const moduleAt = (path: string): Module | undefined => {
    if (!modules.has(path)) {
      const text = read(path)
      modules.set(path, text === undefined ? undefined : parsed(path, text))
    }
    return modules.get(path)
  }

  /** Returns what the test at `path` needs outside its process and which file needs it, or undefined for a unit test. */
  return (path: string): string | undefined => {
    const queue = [path]
    for (const file of queue) {
      const module = moduleAt(file)
      if (!module) continue
      const need = needOf(file, module)
      if (need !== undefined) return `${need}, required by ${file}`
      for (const request of module.requests.filter((name) => name.startsWith('.'))) {
        const target = posix.join(posix.dirname(file), request)
        if (!queue.includes(target)) queue.push(target)
      }
    }
    return undefined
  }
}

function needOf(file: string, { requests, text, hasOpenImport }: Module): string | undefined {
  const found = requests.find(
    (name) => needs[name] !== undefined && (name !== 'pg' || file !== connectsLater),
  )
  if (found !== undefined) return needs[found]
  if (builtPages.test(text)) return 'built pages'
  if (hashes.test(text)) return 'password hashes'
  // Rigs measure, or judge large generated sets.
  if (file.startsWith('rigs/')) return 'a rig'
  if (file === client || (!product.test(file) && sockets.test(text))) return 'sockets'
  if (!product.test(file) && timers.test(text)) return 'timers'
  return hasOpenImport ? 'an import whose path is known only at run time' : undefined
}

/** What `import type` names is not loaded; `import { type … }` loads the file all the same. */
function parsed(path: string, text: string): Module {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const isLoaded = ({ start }: { start: number }) =>
    !/^(im|ex)port\s+type\b/.test(text.slice(start, start + 20))
  const imported = module.staticImports.filter(isLoaded).map(({ moduleRequest }) => moduleRequest.value)
  const exported = module.staticExports
    .filter(isLoaded)
    .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end),
  )
  const literals = dynamic.flatMap((request) => /^(['"])([^'"]*)\1$/.exec(request)?.[2] ?? [])
  return {
    requests: [...imported, ...exported, ...literals],
    text,
    hasOpenImport: literals.length < dynamic.length,
  }
}

export const testPattern = '{server,sandbox,web,sdk,scripts,test,rigs,examples}/**/*.test.ts'

const readOrNothing = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export const testFiles = (): string[] => globSync(testPattern).sort()

export function unitTests(): string[] {
  const needOfTest = needsFinder(readOrNothing)
  return testFiles().filter((path) => needOfTest(path) === undefined)
}
