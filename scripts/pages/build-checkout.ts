// Builds the scripts of the payment pages and of the receipt: one file each, without types and comments.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** In dependency order: each file comes after the files it uses. */
const scriptFiles = [
  'service.ts',
  'watch.ts',
  'countdown.ts',
  'expiry.ts',
  'three-d-secure.ts',
  'card-fields.ts',
  'expiry-field.ts',
  'screen.ts',
  'card-faults.ts',
  'decline.ts',
  'challenge.ts',
  'checkout.ts',
]

export function buildCheckout(root: string): void {
  const directory = join(root, 'web/dist/checkout')
  const sources = scriptFiles.map((file) => readFileSync(join(root, 'web/checkout', file), 'utf8'))
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'checkout.js'), sources.map(browserCode).join(''))
  const receipt = readFileSync(join(root, 'web/checkout/receipt/receipt.ts'), 'utf8')
  writeFileSync(join(directory, 'receipt.js'), browserCode(receipt))
}

/** Removes types, comments and imports: the files become one module, so they need no imports of each other. */
function browserCode(typed: string): string {
  return stripTypeScriptTypes(typed)
    .replace(/^import\b[^']*'[^']*'$/gm, '')
    .replace(/^export /gm, '')
    .replace(/^[ \t]*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)$/gm, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^ +/gm, (indent) => ' '.repeat(indent.length / 2))
}
