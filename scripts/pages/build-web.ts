// Builds every app of web/, the API reference, the guides and the home page, with compressed copies.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildGuides } from '../guides/build.ts'
import { buildReference } from '../reference/build.ts'
import { buildSearch } from '../search/build.ts'
import { buildSite } from '../site/build.ts'
import { writeIdentity } from '../site/identity.ts'
import { buildBeside } from './build-beside.ts'
import { buildCheckout } from './build-checkout.ts'

const root = join(import.meta.dirname, '../..')
/** Every folder of web/ with an index.html is an app. */
const apps = readdirSync(join(root, 'web')).filter((name) =>
  existsSync(join(root, 'web', name, 'index.html')),
)

process.chdir(root)
await buildBeside(join(root, 'web/dist'), buildAll)

async function buildAll(building: string): Promise<void> {
  mkdirSync(join(building, 'checkout'))
  buildCheckout(root, join(building, 'checkout'))
  writeIdentity(join(building, 'checkout'))
  const started = performance.now()
  for (const app of apps) {
    const outDir = join(building, app)
    await build({ mode: app, logLevel: 'warn', build: { outDir } })
    if (app !== 'verify' && app !== 'papers')
      writeFileSync(join(outDir, 'paths.json'), JSON.stringify(pathsOf(app)))
  }
  const guides = buildGuides(root, join(building, 'guides'))
  const pages = [...guides, ...buildReference(root, join(building, 'docs'))]
  await buildSearch(root, join(building, 'guides'), pages)
  buildSite(root, join(building, 'site'), pages)
  const files = [...apps, 'docs', 'site', 'guides'].flatMap((name) => compress(join(building, name)))
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

/** Writes `.br` and `.gz` beside each file. @returns the Brotli sizes, which most browsers receive. */
function compress(directory: string): number[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|md|js|json|css|svg|webmanifest)$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const bytes = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      const brotli = brotliCompressSync(bytes, { params })
      writeFileSync(`${file}.br`, brotli)
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      return brotli.length
    })
}
