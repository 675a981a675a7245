// The programs of the drill: Debian packages, found where they are installed.
import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

export type Tools = {
  etcd: string
  haproxy: string
  patroni: string
  /** The version of Patroni: 3.0.2 and so on. */
  patroniVersion: string
  /** The version of etcd's API that Patroni uses. */
  etcdApi: 2 | 3
  postgres: string
}

/** Thrown with a one-line message when a program is missing. */
export class MissingTool extends Error {}

const majors = ['18', '17', '16', '15']
const postgresParts = [
  'postgres',
  'initdb',
  'pg_ctl',
  'pg_basebackup',
  'pg_rewind',
  'pg_controldata',
  'pg_isready',
]

/**
 * Finds the programs. `postgres` is the folder FAILOVER_POSTGRES_BIN, or the newest one of Debian; `patroni` is
 * FAILOVER_PATRONI, or the first in PATH.
 * @param etcdApi undefined for the version that is safe with this Patroni.
 * @throws MissingTool
 */
export function findTools(environment: NodeJS.ProcessEnv, etcdApi?: 2 | 3): Tools {
  const folders = [...(environment.PATH ?? '').split(':'), '/usr/sbin', '/sbin', '/usr/local/sbin']
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(isProgram)
  const found = {
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    patroni: environment.FAILOVER_PATRONI ?? find('patroni'),
    setpriv: find('setpriv'),
  }
  const given = environment.FAILOVER_POSTGRES_BIN
  const postgres = (given ? [given] : majors.map((major) => `/usr/lib/postgresql/${major}/bin`)).find(
    (folder) => postgresParts.every((part) => isProgram(join(folder, part))),
  )
  const missing = Object.entries({ ...found, PostgreSQL: postgres }).filter(([, path]) => !path)
  if (process.platform !== 'linux') throw new MissingTool('failover: the drill needs Linux')
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ')
    throw new MissingTool(
      `failover: missing ${names}: apt-get install etcd-server haproxy patroni python3-etcd python3-psycopg2 postgresql`,
    )
  }
  const patroniVersion = versionOf(found.patroni!)
  return {
    etcd: found.etcd!,
    haproxy: found.haproxy!,
    patroni: found.patroni!,
    patroniVersion,
    etcdApi: etcdApi ?? (takesBackItsLock(patroniVersion) ? 2 : 3),
    postgres: postgres!,
  }
}

function versionOf(patroni: string): string {
  const output = execFileSync(patroni, ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? '0'
}

/**
 * Patroni before 3.0.3 overwrites the lock of the next primary with its own name when it was away for longer than
 * the lock's lifetime (patroni/patroni pull request 2689). This happens only with version 3 of etcd's API.
 */
function takesBackItsLock(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major < 3 || (major === 3 && minor === 0 && patch < 3)
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
