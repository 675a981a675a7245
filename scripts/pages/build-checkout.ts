// Builds the scripts of the payment pages and of the receipt, one minified file each, and the style that all pages start from.
import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, posix } from 'node:path'
import { minifySync } from 'vite'

/** The files of each page, in dependency order: each file comes after the files it uses. */
const cardFiles = [
  'service.ts',
  'watch.ts',
  'countdown.ts',
  '../ui/language/typed-text.ts',
  '../ui/display/networks.generated.ts',
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

const phoneFiles = [
  'service.ts',
  'watch.ts',
  'countdown.ts',
  'phone/national-number.ts',
  'phone/panels.ts',
  'phone/remembered.ts',
  'phone/number-form.ts',
  'phone/phone.ts',
]

/** @param root of the project. @param directory must exist. */
export function buildCheckout(root: string, directory: string): void {
  const pages = { checkout: cardFiles, phone: phoneFiles, receipt: ['receipt/receipt.ts'] }
  for (const [name, files] of Object.entries(pages)) {
    const script = `${name}.js`
    writeFileSync(join(directory, script), browserCode(script, sourcesOf(root, files)))
  }
  writeFileSync(join(directory, 'reset.css'), readFileSync(join(root, 'web/ui/reset.css')))
}

function sourcesOf(root: string, files: readonly string[]): string[] {
  return files.map((file) => {
    const source = readFileSync(join(root, 'web/checkout', file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/^import (?!type)[^']*'([^']+)'$/gm)) {
      const path = posix.normalize(posix.join(posix.dirname(file), imported))
      if (!files.includes(path))
        throw new Error(`${file} of the payment pages uses ${path}, which is not built in`)
    }
    return source
  })
}

/** Joins files without their types, imports and exports: they become one module, so they need no imports of each other. */
function browserCode(name: string, sources: readonly string[]): string {
  const scripts = sources.map((typed) =>
    stripTypeScriptTypes(typed)
      .replace(/^import\b[^']*'[^']*'$/gm, '')
      .replace(/^export /gm, ''),
  )
  const { code, errors } = minifySync(name, scripts.join('\n'), { module: true })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return code
}
