// Reads a source file for the code measures: its imports, its functions with their lengths, and its names.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** `lines` does not count the markers of guards (rigs/mutants/guards.ts). */
export type SourceFunction = { name: string; line: number; lines: number }
export type SourceFile = {
  path: string
  lines: number
  /** Paths from the repository root, including those of `import type`. */
  imports: string[]
  functions: SourceFunction[]
  /** Every name that this file declares, and how often it declares it. */
  names: Map<string, number>
  formatterExceptions: number
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Tests, contract suites and generated files are not production files. */
export const isProduction = (path: string) =>
  /\.(tsx?|mjs|js)$/.test(path) &&
  !/\.(test|contract|contract\.steps|generated|d)\.tsx?$|^docs\/|^examples\//.test(path)

/** Returns every TypeScript and JavaScript file that git tracks or does not ignore. */
export function sourcePaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))].filter((path) => /\.(tsx?|mjs|js)$/.test(path)).sort()
}

/** Parses a file. @throws Error if it is not valid TypeScript. */
export function readSource(path: string, text = readFileSync(path, 'utf8')): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineOf = lineFinder(text)
  const functions: SourceFunction[] = []
  const names = new Map<string, number>()
  walk(program as unknown as Node, undefined, (node, parent) => {
    if (isFunction(node)) {
      const line = lineOf(node.start)
      const lines = lineOf(node.end) - line + 1 - markersIn(text.slice(node.start, node.end))
      functions.push({ name: nameOf(node, parent), line, lines })
    }
    for (const name of declaredNames(node, parent)) names.set(name, (names.get(name) ?? 0) + 1)
  })
  const exports = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest))
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exports]
  return {
    path,
    lines: text.split('\n').length - 1 - markersIn(text),
    imports: [...new Set(requests.flatMap((request) => resolved(path, request?.value)))],
    functions,
    names,
    formatterExceptions: text.split('biome-ignore format').length - 1,
  }
}

const markersIn = (text: string) => text.match(/^[ \t]*\/\/ guard: /gm)?.length ?? 0

const resolved = (from: string, request: string | undefined): string[] =>
  request?.startsWith('.') ? [posix.join(posix.dirname(from), request)] : []

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void) {
  visit(node, parent)
  for (const value of Object.values(node)) {
    if (isNode(value)) walk(value, node, visit)
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) walk(item, node, visit)
  }
}

const isFunction = ({ type, body }: Node) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && isNode(body)

function nameOf(node: Node, parent: Node | undefined): string {
  const named = [node.id, parent?.id, parent?.key].find(isNode)
  return typeof named?.name === 'string' ? named.name : 'an unnamed function'
}

const identifiers = (value: unknown): string[] => {
  if (!isNode(value)) return []
  if (value.type === 'Identifier') return [value.name as string]
  if (value.type === 'AssignmentPattern') return identifiers(value.left)
  if (value.type === 'RestElement') return identifiers(value.argument)
  if (value.type === 'ArrayPattern') return (value.elements as unknown[]).flatMap(identifiers)
  // A shorthand property takes its name from the object's type, which declares it elsewhere.
  if (value.type === 'ObjectPattern')
    return (value.properties as Node[]).flatMap((property) =>
      property.type === 'RestElement'
        ? identifiers(property.argument)
        : property.shorthand
          ? []
          : identifiers(property.value),
    )
  return []
}

const declaring =
  /^(FunctionDeclaration|FunctionExpression|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration|VariableDeclarator)$/

/** Returns the names that a node declares: variables, parameters, functions, types, and members of types and classes. */
function declaredNames(node: Node, parent: Node | undefined): string[] {
  if (declaring.test(node.type)) return [...identifiers(node.id), ...parameters(node)]
  if (node.type === 'ArrowFunctionExpression') return parameters(node)
  if (/^(TSPropertySignature|TSMethodSignature|PropertyDefinition|MethodDefinition)$/.test(node.type))
    return node.computed ? [] : identifiers(node.key)
  if (node.type === 'CatchClause') return identifiers(node.param)
  if (node.type === 'Property' && parent?.type === 'ObjectExpression')
    return node.computed || node.shorthand ? [] : identifiers(node.key)
  return []
}

const parameters = ({ params }: Node): string[] => (Array.isArray(params) ? params.flatMap(identifiers) : [])
