// Collects every regular expression in the product's sources.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Pattern = { source: string; flags: string; files: string[] }

type Node = { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } }

/** Returns each expression literal once, with its files, and the files that build expressions from text. */
export function patternsOf(folders: readonly string[]): {
  literals: Map<string, Pattern>
  making: string[]
} {
  const literals = new Map<string, Pattern>()
  const making = new Set<string>()
  for (const file of sourcesOf(folders)) {
    for (const node of nodesOf(parseSync(file, readFileSync(file, 'utf8')).program)) {
      if (node.callee?.name === 'RegExp') making.add(file)
      if (node.type !== 'Literal' || !node.regex) continue
      const { pattern: source, flags } = node.regex
      const name = `/${source}/${flags}`
      const known = literals.get(name) ?? { source, flags, files: [] }
      literals.set(name, { ...known, files: [...new Set([...known.files, file])] })
    }
  }
  return { literals, making: [...making] }
}

function sourcesOf(folders: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\.contract(\.steps)?\.ts$/.test(file))
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}
