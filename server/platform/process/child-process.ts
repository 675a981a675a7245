import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Starts a child process that is killed when we are killed (on Linux, by `setpriv`; elsewhere it may survive). It gets its
 * own process group, so that Ctrl-C reaches only us and we stop it in the right order.
 * @param privileges further options of setpriv, such as another user.
 * @throws Error when privileges are requested and setpriv is missing.
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

/** A terminal signals every process of its group, and npm passes its own copy on: both come from one Ctrl-C. */
const oneKeystrokeMs = 500

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP. What follows within half a second belongs to the same request to stop; a
 * later signal ends the process at once with exit code 1.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let stoppingSince: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, (signal) => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now()
        return stop(signal)
      }
      // guard: later-stop-signal
      if (performance.now() - stoppingSince > oneKeystrokeMs) process.exit(1)
    })
}
