// Lists the licences of shipped packages; exits with 1 where one requires more than its notice. `--quiet` prints
// only those.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importedPackages, isShippable, type Lock, shippedPackages } from './licence-rules.ts'

const root = join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const pages = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('dist'))
  .map((name) => readFileSync(join(root, 'web', name), 'utf8'))
const bundled = new Set(pages.flatMap(importedPackages))
const shipped = shippedPackages(lock, [...bundled])

if (!process.argv.includes('--quiet'))
  for (const { name, version, licence } of shipped)
    process.stdout.write(`${`${name} ${version}`.padEnd(44)} ${licence ?? 'unknown'}\n`)
for (const { name, version, licence } of shipped) {
  if (isShippable({ name, version, licence })) continue
  process.stderr.write(`${name} ${version}: ${licence ?? 'no licence'}, which we do not ship\n`)
  process.exitCode = 1
}
