// Builds every app of web/, the API reference, the guides and the home page into web/dist/, with compressed copies. npm runs it after an
// installation (`prepare`).
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { writeIdentity } from '../site/identity.ts'
import { buildCheckout } from './build-checkout.ts'

const root = join(import.meta.dirname, '../..')
/** Every folder of web/ with an index.html is an app. */
const apps = readdirSync(join(root, 'web')).filter((name) =>
  existsSync(join(root, 'web', name, 'index.html')),
)

process.chdir(root)
if (process.platform === 'win32') addExec()
buildCheckout(root)
writeIdentity(root)
const vite = await import('vite').catch(() => undefined)
if (vite) await buildAll(vite.build)
else if (process.env.npm_lifecycle_event === 'prepare')
  process.stderr.write('The pages of web/ are not built: this installation omits the build dependencies.\n')
else throw new Error('vite is not installed: run npm ci')

/**
 * Server scripts in package.json begin with `exec`, so that a signal reaches the server and not the shell that npm
 * starts. The Windows shell has no such command, so this adds one that runs its arguments.
 */
function addExec(): void {
  writeFileSync(join(root, 'node_modules/.bin/exec.cmd'), '@%*\r\n')
}

async function buildAll(build: typeof import('vite').build): Promise<void> {
  const started = performance.now()
  for (const app of apps) {
    await build({ mode: app, logLevel: 'warn' })
    if (app !== 'verify' && app !== 'papers')
      writeFileSync(join(root, 'web/dist', app, 'paths.json'), JSON.stringify(pathsOf(app)))
  }
  const { buildReference } = await import('../reference/build.ts')
  const { buildGuides } = await import('../guides/build.ts')
  const { buildSite } = await import('../site/build.ts')
  const directories = [
    ...apps.map((app) => join(root, 'web/dist', app)),
    buildReference(root),
    buildSite(root),
  ]
  buildGuides(root, join(root, 'web/dist/guides'))
  const files = [...directories, join(root, 'web/dist/guides')].flatMap(compress)
  const kilobytes = Math.round(files.reduce((sum, bytes) => sum + bytes, 0) / 1024)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    `built ${apps.join(', ')}, docs, guides, home: ${files.length} files, ${kilobytes} KiB compressed, ${seconds} s\n`,
  )
}

/** The addresses that an app of several pages has, from its sources; the server responds to all others with 404. */
function pathsOf(app: string): string[] {
  const directory = join(root, 'web', app)
  const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(directory, name), 'utf8'))
  const found = sources.flatMap((source) => [...source.matchAll(/\bpath(?:=|\s*===\s*)["'](\/[^"']*)["']/g)])
  const paths = [...new Set(found.map(([, path]) => path as string))].sort()
  if (paths.length < 10) throw new Error(`web/${app}: the addresses of the pages were not found`)
  return paths
}

/** Whether a file was compressed in an earlier build. A file whose name contains a content hash never changes. */
function isPacked(file: string): boolean {
  return /-[\w-]{8,}\.(js|css)$/.test(file) && existsSync(`${file}.br`) && existsSync(`${file}.gz`)
}

/** Writes `.br` and `.gz` beside each file. @returns the Brotli sizes, which most browsers receive. */
function compress(directory: string): number[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|js|css|svg|webmanifest)$/.test(entry.name))
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
