// The licences allowed in shipped packages: those that require only their notice.
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/** Licences of packages whose manifest names none, as their LICENSE file says. It must be read again for another version. */
const fromFile: Readonly<Record<string, string>> = { 'png-js 2.0.0': 'MIT' }

export type LockedPackage = {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockedPackage> }
export type Shipped = { name: string; version: string; licence: string | undefined }

/** An SPDX expression: of `A OR B` one must be allowed, of `A AND B` both. */
export function isPermissive(expression: string): boolean {
  const text = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (/[()]/.test(text)) return false
  const isFine = (part: string) => part.split(/\s+AND\s+/).every((name) => permissive.has(name.trim()))
  return text.split(/\s+OR\s+/).some(isFine)
}

/** The copyleft of MPL is that of single files, and asks for nothing where a package is used as it is: allowed for what draws pictures. */
export const isShippable = ({ name, licence }: Shipped): boolean =>
  licence !== undefined &&
  (isPermissive(licence) || (licence === 'MPL-2.0' && /^@resvg\/resvg-js\b/.test(name)))

/**
 * The packages installed without the development dependencies, and those that pages are built from with their
 * dependencies.
 * @param bundled names of packages that are built into pages.
 */
export function shippedPackages({ packages }: Lock, bundled: readonly string[]): Shipped[] {
  const paths = new Set(Object.keys(packages).filter((path) => path !== '' && isInstalled(packages[path]!)))
  const wanted = [...bundled]
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const path = `node_modules/${name}`
    const found = packages[path]
    if (!found) throw new Error(`${name} is in no lock file`)
    if (paths.has(path)) continue
    paths.add(path)
    wanted.push(...Object.keys(found.dependencies ?? {}))
  }
  return [...paths].sort().map((path) => {
    const { version = '', license } = packages[path]!
    const name = path.replace(/^.*node_modules\//, '')
    return { name, version, licence: license ?? fromFile[`${name} ${version}`] }
  })
}

const isInstalled = ({ dev, devOptional }: LockedPackage) => !dev && !devOptional

/** The packages named by imports, without their inner paths. */
export function importedPackages(source: string): string[] {
  return [...source.matchAll(/\bfrom '([^.'][^']*)'|^import '([^.'][^']*)'/gm)].flatMap(([, a, b]) => {
    const specifier = a ?? b!
    if (specifier.startsWith('node:')) return []
    const [scope, name] = specifier.split('/')
    return [specifier.startsWith('@') ? `${scope}/${name}` : scope!]
  })
}
