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

/** likuta.js, which merchants load into their own pages. */
const helperFiles = [
  'checkout/three-d-secure.ts',
  'custom-checkout/errors.ts',
  'custom-checkout/shop-server.ts',
  'custom-checkout/expiry-input.ts',
  'custom-checkout/fields.ts',
  'custom-checkout/session.ts',
  'custom-checkout/challenge.ts',
  'custom-checkout/payment.ts',
  'custom-checkout/likuta.ts',
]

/** @param root of the project. @param directory must exist. */
export function buildCheckout(root: string, directory: string): void {
  const pages = { checkout: cardFiles, phone: phoneFiles, receipt: ['receipt/receipt.ts'] }
  for (const [name, files] of Object.entries(pages)) {
    const script = `${name}.js`
    writeFileSync(join(directory, script), browserCode(script, sourcesOf(join(root, 'web/checkout'), files)))
  }
  // Pages of merchants load it as a plain script, so it keeps its names to itself.
  const helper = sourcesOf(join(root, 'web'), helperFiles)
  writeFileSync(
    join(directory, 'likuta.js'),
    browserCode('likuta.js', helper, (code) => `(() => {${code}\n})()`),
  )
  writeFileSync(join(directory, 'reset.css'), readFileSync(join(root, 'web/ui/reset.css')))
}

/** @param directory that the names of files start from */
function sourcesOf(directory: string, files: readonly string[]): string[] {
  return files.map((file) => {
    const source = readFileSync(join(directory, file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/^import (?!type)[^']*'([^']+)'$/gm)) {
      const path = posix.normalize(posix.join(posix.dirname(file), imported))
      if (!files.includes(path))
        throw new Error(`${file} of the payment pages uses ${path}, which is not built in`)
    }
    return source
  })
}

/** Names of functions, classes and variables at the start of a line, which share one module when files are joined. */
const declarations = /^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm

/**
 * Joins files without their types, imports and exports: they become one module, so they need no imports of each other.
 * @param wrap puts the joined code into what is around it
 */
function browserCode(name: string, sources: readonly string[], wrap = (code: string) => code): string {
  const declared = sources.flatMap((typed) => [...typed.matchAll(declarations)].map(([, found]) => found))
  const twice = declared.find((found, i) => declared.indexOf(found) !== i)
  if (twice) throw new Error(`${name}: two of its files declare ${twice}`)
  const scripts = sources.map((typed) =>
    stripTypeScriptTypes(typed)
      .replace(/^import\b[^']*'[^']*'$/gm, '')
      .replace(/^export /gm, ''),
  )
  const { code, errors } = minifySync(name, wrap(scripts.join('\n')), { module: true })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return code
}
