// Serves the merchant guides under /guides, static pages that `npm run build:web` writes to web/dist/guides.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { registerStaticPages } from './static-pages.ts'
import { type Asset, loadAsset, pageHeaders, registerAssets, send } from './web-pages.ts'

const builtInto = join(import.meta.dirname, '../../../web/dist/guides')

export function registerGuides(app: FastifyInstance, directory = builtInto): void {
  const files = (['fr', 'en'] as const).map((name) => [name, join(directory, `404.${name}.html`)] as const)
  const missing = new Map(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, loadAsset(file)]),
  )
  registerStaticPages(app, {
    base: '/guides',
    directory,
    name: 'guides',
    notFound: (language, request, reply) =>
      send(request, reply.code(404).headers(pageHeaders), missing.get(language) as Asset),
  })
  registerAssets(app, '/guides/assets', directory)
}
