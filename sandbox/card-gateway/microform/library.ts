// Builds the browser's scripts: strips the types of the TypeScript sources and joins them into one classic script each.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

export const libraryPath = '/gateway/microform/bundle/v2.0.2/flex-microform.min.js'

const libraryFiles = [
  '../browser/microform-error.ts',
  '../browser/wire.ts',
  '../browser/field.ts',
  '../browser/microform.ts',
  '../browser/flex.ts',
]
const frameFiles = [
  '../cards/brands.ts',
  '../browser/wire.ts',
  '../browser/jwe.ts',
  '../browser/styles.ts',
  '../browser/input.ts',
  '../browser/token.ts',
  '../browser/card-input.ts',
  '../browser/frame.ts',
]

let library: string | undefined
let frame: string | undefined

export function librarySource(): string {
  library ??= bundle(libraryFiles)
  return library
}

export function frameSource(): string {
  frame ??= bundle(frameFiles)
  return frame
}

export function libraryIntegrity(): string {
  return `sha256-${contentHash(librarySource())}`
}

export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Imports between these files are removed because all of them end up in one scope. */
function bundle(files: string[]): string {
  const parts = files.map((file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    return stripTypeScriptTypes(source)
      .replace(/^import\s[^'"]*['"][^'"]+['"]\s*$/gm, '')
      .replace(/^export\s+(?=(const|let|function|async|class)\b)/gm, '')
  })
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}
