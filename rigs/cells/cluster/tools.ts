// The programs of the drills: those of PostgreSQL, and Citus among its extensions.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram, MissingTool } from '../../failover/cluster/tools.ts'

const debian = '/usr/lib/postgresql/15/bin'
const installation = 'https://docs.citusdata.com/en/stable/installation/multi_node.html'
const programs = ['postgres', 'initdb']
/** Where extensions lie beside the programs: as Debian has them, and as PostgreSQL's own installation does. */
const libraries = ['../lib', '../lib/postgresql', '../lib64', '../lib64/pgsql']

/**
 * The folder with PostgreSQL's programs: CELLS_POSTGRES_BIN, or that of Debian's PostgreSQL 15.
 * @param options.plain without Citus.
 * @throws MissingTool
 */
export function findPostgres(environment: NodeJS.ProcessEnv, { plain }: { plain: boolean }): string {
  const folder = environment.CELLS_POSTGRES_BIN ?? debian
  if (process.platform !== 'linux') throw new MissingTool('cells: the drills need Linux')
  const missing = [
    ...(programs.every((name) => isProgram(join(folder, name))) ? [] : ['PostgreSQL']),
    ...(plain || libraries.some((each) => existsSync(join(folder, each, 'citus.so'))) ? [] : ['Citus']),
  ]
  if (missing.length === 0) return folder
  throw new MissingTool(
    `cells: missing ${missing.join(' and ')} for ${folder} (CELLS_POSTGRES_BIN): ${installation}`,
  )
}
