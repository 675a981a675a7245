import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Starts a program that does not outlive us, not even when we are killed (Linux, by `setpriv`; elsewhere it may).
 * It gets a process group of its own: a Ctrl-C reaches us first, and we stop it in our own order.
 * @param privileges further options of setpriv, such as another user.
 * @throws Error where these are needed and there is no setpriv.
 */
export function spawnTied(
  program: string,
  parameters: string[],
  options: SpawnOptions,
  privileges: string[] = [],
): ChildProcess {
  const detached = { ...options, detached: true, windowsHide: true }
  if (process.platform === 'linux' && hasSetpriv())
    return spawn('setpriv', ['--pdeathsig', 'INT', ...privileges, program, ...parameters], detached)
  if (privileges.length > 0)
    throw new Error(
      'PostgreSQL refuses to run as root, and setpriv (util-linux) is missing: run as another user, or set DATABASE_URL',
    )
  return spawn(program, parameters, detached)
}

function hasSetpriv(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'setpriv')))
}
