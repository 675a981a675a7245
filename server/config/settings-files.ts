// Reads settings from files: each setting may be given as NAME_FILE, a path. Unlike a secret in the environment, such a secret is
// not visible to `docker inspect`, crash reports and child processes.
import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** Reads each NAME_FILE into NAME and returns the faults. @param names the names of all settings. */
export function withFiles(
  sources: Environment,
  names: readonly string[],
): { environment: Environment; faults: string[] } {
  const environment = { ...sources }
  const faults: string[] = []
  for (const name of names) {
    const path = sources[`${name}_FILE`]
    if (!path) continue
    if (sources[name]) faults.push(`${name}_FILE: must not be set together with ${name}`)
    else
      try {
        environment[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        faults.push(`${name}_FILE: cannot be read (${(error as { code?: string }).code})`)
      }
  }
  return { environment, faults }
}
