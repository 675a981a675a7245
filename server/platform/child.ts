import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * Starts a program that does not outlive us, not even when we are killed (Linux, by `setpriv`; elsewhere it may).
 * It gets a process group of its own: a Ctrl-C reaches us first, and we stop it in our own order.
 * @param privileges further options of setpriv, such as another user.
 */
export function spawnTied(
  program: string,
  parameters: string[],
  options: SpawnOptions,
  privileges: string[] = [],
): ChildProcess {
  const detached = { ...options, detached: true }
  if (process.platform !== 'linux') return spawn(program, parameters, detached)
  return spawn('setpriv', ['--pdeathsig', 'INT', ...privileges, program, ...parameters], detached)
}
