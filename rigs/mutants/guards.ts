// Finds the guards of the product by their markers. A marker is a line `// guard: name` directly above the guarded statement or
// object property. Moving or reformatting the code does not affect it.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Guard = { name: string; file: string; start: number; end: number }

/** Removes the guarded statement, or replaces a piece of it. Spaces and line breaks in the piece are ignored. */
export type Change =
  | readonly [guard: string, what: 'remove']
  | readonly [guard: string, piece: string, replacement: string]

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const markers = /^[ \t]*\/\/ guard: (.*)$/gm
const betweenMarkerAndCode = /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y

/** Returns every guard in the product's sources. */
export function allGuards(): Guard[] {
  return globSync('{server,sandbox,sdk,web}/**/*.{ts,tsx}', { exclude: ['**/dist/**'] })
    .sort()
    .flatMap((file) => guardsIn(file, readFileSync(file, 'utf8')))
}

/** Returns the guards of one file. @throws Error if no statement or property begins below a marker. */
export function guardsIn(file: string, text: string): Guard[] {
  const found = [...text.matchAll(markers)]
  if (found.length === 0) return []
  const named = nameable(parseSync(file, text).program as unknown as Node)
  return found.map((marker) => {
    betweenMarkerAndCode.lastIndex = marker.index + marker[0].length
    betweenMarkerAndCode.test(text)
    const end = named.get(betweenMarkerAndCode.lastIndex)
    if (end === undefined) throw new Error(`${file}: no statement follows the marker ${marker[0].trim()}`)
    return { name: marker[1]!, file, start: betweenMarkerAndCode.lastIndex, end }
  })
}

/** Maps the start of each statement and property to its end. */
function nameable(program: Node): Map<number, number> {
  const ends = new Map<number, number>()
  const visit = (node: Node): void => {
    for (const [key, value] of Object.entries(node)) {
      const children = (Array.isArray(value) ? value : [value]).filter(isNode)
      const isList = Array.isArray(value) && (key === 'body' || key === 'consequent' || key === 'properties')
      for (const child of children) {
        if (isList) ends.set(child.start, child.end)
        visit(child)
      }
    }
  }
  visit(program)
  return ends
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Applies the changes to the text of a file. @throws Error if a piece does not occur exactly once in its guard, or changes overlap. */
export function changed(text: string, guards: readonly Guard[], changes: readonly Change[]): string {
  const edits = changes
    .map(([name, piece, replacement]) => {
      const guard = guards.find((each) => each.name === name)
      if (!guard) throw new Error(`no guard is named ${name}`)
      if (replacement === undefined) return { start: guard.start, end: guard.end, replacement: '' }
      return { ...locate(text, guard, piece), replacement }
    })
    .sort((a, b) => b.start - a.start)
  let result = text
  let begun = text.length
  for (const { start, end, replacement } of edits) {
    if (end > begun) throw new Error(`two changes overlap: ${JSON.stringify(changes)}`)
    result = result.slice(0, start) + replacement + result.slice(end)
    begun = start
  }
  return result
}

function locate(text: string, guard: Guard, piece: string): { start: number; end: number } {
  const offsets: number[] = []
  for (let at = guard.start; at < guard.end; at++) if (!/\s/.test(text[at]!)) offsets.push(at)
  const code = offsets.map((at) => text[at]).join('')
  const wanted = piece.replace(/\s+/g, '')
  const times = code.split(wanted).length - 1
  if (wanted === '' || times !== 1)
    throw new Error(`the guard ${guard.name} in ${guard.file} contains this ${times} times: ${piece}`)
  const first = code.indexOf(wanted)
  return { start: offsets[first]!, end: offsets[first + wanted.length - 1]! + 1 }
}
