// Rebuilds the pages before the tests where a source is newer than the build.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const builtInto = 'web/dist'

export default function setup(): void {
  const apps = readdirSync('web').filter((name) => existsSync(join('web', name, 'index.html')))
  const pages = [
    ...apps.map((name) => join(builtInto, name, 'index.html')),
    join(builtInto, 'docs/fr.html'),
    join(builtInto, 'guides/fr.html'),
    join(builtInto, 'site/home.fr.html'),
    join(builtInto, 'checkout/checkout.js'),
    join(builtInto, 'checkout/identity.html'),
  ]
  const builders = [
    'scripts/pages',
    'scripts/guides',
    'scripts/reference',
    'scripts/site',
    'docs/guides',
    'docs/errors',
    'web/guides',
    'web/site',
  ]
  const folders = [...[...apps, 'ui', 'reference', 'checkout'].map((name) => join('web', name)), ...builders]
  const sources = ['vite.config.ts', 'package.json', 'docs/openapi.json', ...folders.flatMap(filesOf)]
  const changedAt = Math.max(...sources.map((file) => statSync(file).mtimeMs))
  if (pages.every((page) => existsSync(page) && statSync(page).mtimeMs > changedAt)) return
  const { NODE_ENV: _, ...environment } = process.env
  execFileSync(process.execPath, ['scripts/pages/build-web.ts'], { env: environment, stdio: 'inherit' })
}

function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
