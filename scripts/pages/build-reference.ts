// Builds the page of /docs: our own page with the script of @scalar/fastify-api-reference, extracted from its plugin. A script
// that has not changed is not written again, because compressing four megabytes takes time.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { iconAddress } from './build-icon.ts'

/** Builds the page. @param root the project's root directory. @returns the directory it wrote to. */
export async function buildReference(root: string): Promise<string> {
  const directory = join(root, 'web/dist/docs')
  const assets = join(directory, 'assets')
  mkdirSync(assets, { recursive: true })
  const source = (name: string) => readFileSync(join(root, 'web/reference', name), 'utf8')
  const files = { script: ['scalar', await scalarScript()], init: ['init', source('init.js')] } as const
  const names = Object.entries(files).map(([placeholder, [name, text]]) => {
    const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.js`
    if (!existsSync(join(assets, file))) writeFileSync(join(assets, file), text)
    return [placeholder, file] as const
  })
  const current = names.map(([, file]) => file)
  for (const file of readdirSync(assets))
    if (!current.some((name) => file.startsWith(name))) rmSync(join(assets, file))
  const page = names.reduce(
    (text, [placeholder, file]) => text.replace(`{${placeholder}}`, `/docs/assets/${file}`),
    source('page.html').replace('{icon}', iconAddress),
  )
  writeFileSync(join(directory, 'index.html'), page)
  return directory
}

/** Returns the script that the plugin would serve. */
async function scalarScript(): Promise<string> {
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { statusCode, body } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference has no script: ${statusCode}`)
  return body
}
