// The code measures: files and imports of folders, import circles, long functions and files, refused words.
import { posix } from 'node:path'
import { refusedNames } from './refused-words.ts'
import { isProduction, type SourceFile } from './source.ts'

export const limits = {
  filesPerRoom: 16,
  linesPerFunction: 60,
  linesPerFile: 400,
  minFilesPerRoom: 3,
  minLinesPerFile: 25,
}

/** Counts the production files of each folder, largest first. Migrations are not counted: they are a sequence that only grows. */
export function filesPerRoom(files: SourceFile[]): [room: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { path } of files.filter((file) => isProduction(file.path) && !isMigration(file.path))) {
    const room = posix.dirname(path)
    counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
}

const isGenerated = (path: string) => path.endsWith('.generated.ts')
const isMigration = (path: string) => path.startsWith('db/')

/** Returns the part of `parent` that a file belongs to: a folder, or the file itself if it is directly in `parent`. */
function roomIn(parent: string, path: string): string | undefined {
  if (!path.startsWith(`${parent}/`)) return undefined
  return path.slice(parent.length + 1).split('/')[0]
}

export type Room = { name: string; boxes: number; arrows: number }

/** Counts the parts directly in `parent` and the imports between them. */
export function roomOf(files: SourceFile[], parent: string): Room {
  const boxes = new Set<string>()
  const arrows = new Set<string>()
  for (const { path, imports } of files.filter((file) => isProduction(file.path))) {
    const from = roomIn(parent, path)
    if (from === undefined) continue
    boxes.add(from)
    for (const target of imports) {
      const to = roomIn(parent, target)
      if (to !== undefined && to !== from) arrows.add(`${from} ${to}`)
    }
  }
  return { name: parent, boxes: boxes.size, arrows: arrows.size }
}

/** What is carried in a folder, without tests: its lines, its files, and the folders that hold any. */
export function weightOf(
  files: SourceFile[],
  parent: string,
): { lines: number; files: number; folders: number } {
  const own = files.filter(({ path }) => isProduction(path) && path.startsWith(`${parent}/`))
  const folders = new Set(own.map(({ path }) => posix.dirname(path)))
  return { lines: own.reduce((sum, { lines }) => sum + lines, 0), files: own.length, folders: folders.size }
}

/** Folders of the server that hold no other and fewer than three files beside tests: what they hold belongs to the folder above. */
export function thinRooms(files: SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files.filter(({ path }) => path.startsWith('server/') && !path.includes('.test.')))
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(
      ([room, count]) =>
        count < limits.minFilesPerRoom && ![...counts.keys()].some((other) => other.startsWith(`${room}/`)),
    )
    .map(([room, count]) => `${room} (${count})`)
}

/** Files of the server under 25 lines that one file alone imports, test or not, and that could stand in it. */
export function tinyFiles(files: SourceFile[]): string[] {
  const importers = new Map<string, number>()
  for (const { path, imports } of files)
    for (const target of imports) if (target !== path) importers.set(target, (importers.get(target) ?? 0) + 1)
  return files
    .filter(
      ({ path, lines }) => isProduction(path) && path.startsWith('server/') && lines < limits.minLinesPerFile,
    )
    .filter(({ path }) => (importers.get(path) ?? 0) < 2)
    .map(({ path, lines }) => `${path} (${lines})`)
}

/** Returns groups of files that import each other in a loop, including `import type` (Tarjan's strongly connected components). */
export function circles(files: SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    low.set(path, order.get(path)!)
    stack.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!))
    }
    if (low.get(path) !== order.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return found
}

/** Lists every function over the limit as `file:line name (lines)`. */
export const longFunctions = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => isProduction(path))
    .flatMap(({ path, functions }) =>
      functions
        .filter(({ lines }) => lines > limits.linesPerFunction)
        .map(({ name, line, lines }) => `${path}:${line} ${name} (${lines})`),
    )

/** Lists every file over the limit, tests included, as `file (lines)`. */
export const longFiles = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, lines }) => !isGenerated(path) && lines > limits.linesPerFile)
    .map(({ path, lines }) => `${path} (${lines})`)

export const formatterExceptions = (files: SourceFile[]): number =>
  files.reduce((sum, file) => sum + file.formatterExceptions, 0)

/** Lists every declared name that uses a refused word as `file: name`. */
export const refused = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, names }) => refusedNames(path, [...names.keys()]).map((name) => `${path}: ${name}`))
