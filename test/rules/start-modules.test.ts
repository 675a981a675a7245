// What `likuta start` loads before it is ready. A package that few processes use would cost each of them time and memory.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** The packages that a module loads at once, directly and through other modules of ours; types and `import()` load nothing. */
function packagesLoadedBy(start: string): Set<string> {
  const packages = new Set<string>()
  const files = [start]
  for (const file of files)
    for (const request of requestsOf(file)) {
      const path = posix.join(posix.dirname(file), request)
      if (!request.startsWith('.')) packages.add(request)
      else if (path.endsWith('.ts') && !files.includes(path)) files.push(path)
    }
  return packages
}

function requestsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  const isLoaded = ({ start }: { start: number }) =>
    !/^(im|ex)port type\b/.test(text.slice(start, start + 12))
  const exports = module.staticExports.filter(isLoaded).flatMap(({ entries }) => entries)
  const requests = [...module.staticImports.filter(isLoaded), ...exports].map(
    ({ moduleRequest }) => moduleRequest?.value,
  )
  return requests.filter((request) => request !== undefined)
}

test('what writes PDFs, sends email, verifies passkeys and reads uploaded files is loaded on first use', () => {
  const loaded = packagesLoadedBy('server/composition/commands/start/serve.ts')
  expect([...loaded]).toEqual(expect.arrayContaining(['fastify', 'pg', 'jose/jwt/verify']))
  const later = ['pdfkit', 'nodemailer', '@simplewebauthn/server', 'node-pg-migrate']
  const readers = ['fast-xml-parser', 'csv-parse', 'csv-parse/sync']
  // Of these, the server uses a part.
  const inParts = ['undici', 'jose']
  expect([...later, ...readers, ...inParts].filter((name) => loaded.has(name))).toEqual([])
})
