// The program's dependencies, as package.json and the lock file declare them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { postgresPackage } from '../../server/platform/database/embedded-postgres.ts'

type Locked = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  libc?: string[]
  cpu?: string[]
}

const { dependencies, devDependencies, allowScripts, engines } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const locked = Object.entries(packages).filter(([path]) => path !== '')

test('.nvmrc names the Node version that package.json requires', () => {
  assert.equal(`>=${readFileSync('.nvmrc', 'utf8').trim()}`, engines.node)
})

test('at most 27 packages are run-time dependencies [S-66]', () => {
  const names = Object.keys(dependencies)
  assert.ok(names.length <= 27, String(names.length))
})

test('every package is required by a registry version, not by a URL, a repository or a folder [S-66]', () => {
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(String(wanted), /^[~^]?\d+(\.\d+){0,2}(-[\w.]+)?$/, name)
})

test('the lock file has a hash for each package and no URL to download it from [S-66]', () => {
  assert.ok(locked.length > 100)
  for (const [path, { integrity, resolved, link, version }] of locked) {
    assert.match(integrity ?? '', /^sha512-/, path)
    expect([path, resolved, link]).toEqual([path, undefined, undefined])
    assert.match(version ?? '', /^\d+\.\d+\.\d+/, path)
  }
})

const machines = ['linux x64', 'linux arm64', 'darwin arm64', 'darwin x64', 'win32 x64'].map((name) => {
  const [platform, arch] = name.split(' ') as [string, string]
  return { platform, arch, libc: platform === 'linux' ? ('glibc' as const) : undefined }
})

test.each(machines)(
  'the lock file has a PostgreSQL that npm installs only on %o',
  ({ platform, arch, libc }) => {
    const name = postgresPackage({ platform, arch, ...(libc && { libc }) })
    expect(packages[`node_modules/${name}`]).toMatchObject({
      os: [platform],
      cpu: [arch],
      optional: true,
      dev: true,
    })
  },
)

// npm may omit packages from the lock file that were not installed on the machine that wrote it.
test.each(machines)(
  'the lock file has the packages that build the pages and check the code on %o',
  ({ platform, arch, libc }) => {
    const fitting = locked.filter(
      ([path, { os, cpu, libc: wanted }]) =>
        os?.includes(platform) && cpu?.includes(arch) && (!wanted || (libc && wanted.includes(libc))) && path,
    )
    const tools = fitting.map(
      ([path]) => /@rolldown|lightningcss|@biomejs|@typescript|@oxc-parser/.exec(path)?.[0],
    )
    expect([...new Set(tools.filter(Boolean))].toSorted()).toEqual([
      '@biomejs',
      '@oxc-parser',
      '@rolldown',
      '@typescript',
      'lightningcss',
    ])
    for (const [path, { optional }] of fitting) assert.ok(optional, path)
  },
)

test('only listed packages may run an install script, and none at run time [S-66]', () => {
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  expect(withScripts.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(
    Object.keys(allowScripts).sort(),
  )
  for (const [path, { dev }] of withScripts) assert.ok(dev, path)
  for (const step of readFileSync('deploy/Dockerfile', 'utf8').matchAll(/npm ci.*/g))
    assert.match(step[0], /--ignore-scripts/)
})
