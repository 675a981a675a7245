// Builds the browser's scripts: strips the types of the TypeScript sources and joins them into one classic script each.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { frameVersion } from '../browser/wire.ts'

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
  '../browser/plain-digits.ts',
  '../browser/input.ts',
  '../browser/token.ts',
  '../browser/card-input.ts',
  '../browser/frame.ts',
]

const frameStyle =
  'html,body{margin:0;height:100%;background:transparent}input{box-sizing:border-box;width:100%;height:100%;margin:0;padding:0;border:0;outline:0;background:transparent;color:inherit;font:16px system-ui,sans-serif}'

let library: string | undefined
let frame: string | undefined

export function librarySource(): string {
  library ??= bundle(libraryFiles).replace(frameVersion, pageVersion())
  return library
}

function frameSource(): string {
  frame ??= bundle(frameFiles)
  return frame
}

/** The page of a card field. @param publicKey verifies capture contexts; browsers do not run the element that holds it. */
export function framePage(publicKey: object = {}): string {
  const key = `<script type="application/json" id="key">${JSON.stringify(publicKey)}</script>`
  return `<!doctype html><html><head><meta charset="utf-8"><title>Card field</title><style>${frameStyle}</style>${key}</head><body><script>${frameSource()}</script></body></html>`
}

/** The version of the field's page that this library opens. */
export function pageVersion(): string {
  return createHash('sha256').update(framePage()).digest('hex').slice(0, 16)
}

/** Any site may try to embed the frame; the frame itself refuses origins that the context does not name. */
export function framePolicy(): string {
  const hash = contentHash(frameSource())
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-${contentHash(frameStyle)}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`
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
