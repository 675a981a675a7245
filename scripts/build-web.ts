// Builds every app of web/, the API reference and the guides into web/dist/, compressed beforehand. Runs by itself after an
// installation (`prepare`).
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildCheckout } from './build-checkout.ts'
import { buildIcon } from './build-icon.ts'

const root = join(import.meta.dirname, '..')
/** A folder of web/ with an index.html is an app. */
const apps = readdirSync(join(root, 'web')).filter((name) =>
  existsSync(join(root, 'web', name, 'index.html')),
)

process.chdir(root)
if (process.platform === 'win32') addExec()
buildCheckout(root)
buildIcon(root)
const vite = await import('vite').catch(() => undefined)
if (vite) await buildAll(vite.build)
else if (process.env.npm_lifecycle_event === 'prepare')
  process.stderr.write('The pages of web/ are not built: this installation leaves out what builds them.\n')
else throw new Error('vite is not installed: run npm ci')

/**
 * Scripts of package.json that serve begin with `exec`, so that a signal reaches them and not the shell that npm starts them
 * by. To the shell of Windows, which has no such word, this makes it one for running what follows.
 */
function addExec(): void {
  writeFileSync(join(root, 'node_modules/.bin/exec.cmd'), '@%*\r\n')
}

async function buildAll(build: typeof import('vite').build): Promise<void> {
  const started = performance.now()
  for (const app of apps) await build({ mode: app, logLevel: 'warn' })
  const { buildReference } = await import('./build-reference.ts')
  const { buildGuides } = await import('./guides/build.ts')
  const directories = [...apps.map((app) => join(root, 'web/dist', app)), await buildReference(root)]
  buildGuides(root, join(root, 'web/dist/guides'))
  const files = [...directories, join(root, 'web/dist/guides')].flatMap(compress)
  const kilobytes = Math.round(files.reduce((sum, bytes) => sum + bytes, 0) / 1024)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `built ${apps.join(', ')}, docs, guides: ${files.length} files, ${kilobytes} KiB as sent, ${seconds} s\n`,
  )
}

/** Only names with a hash in them never mean other bytes. */
function isPacked(file: string): boolean {
  return /-[\w-]{8,}\.(js|css)$/.test(file) && existsSync(`${file}.br`) && existsSync(`${file}.gz`)
}

/** Puts `.br` and `.gz` beside each file. Returns the sizes as most browsers will get them. */
function compress(directory: string): number[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|js|css|svg)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      if (isPacked(file)) return statSync(`${file}.br`).size
      const bytes = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      const brotli = brotliCompressSync(bytes, { params })
      writeFileSync(`${file}.br`, brotli)
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      return brotli.length
    })
}
