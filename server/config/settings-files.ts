// A secret in the environment is shown by `docker inspect`, by crash reports and to every child. So each setting may be
// given as NAME_FILE, the path of a file that holds it.
import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** Replaces each NAME_FILE by NAME, and tells which could not be. @param names those of the settings. */
export function withFiles(
  sources: Environment,
  names: readonly string[],
): { environment: Environment; faults: string[] } {
  const environment = { ...sources }
  const faults: string[] = []
  for (const name of names) {
    const path = sources[`${name}_FILE`]
    if (!path) continue
    if (sources[name]) faults.push(`${name}_FILE: must not be set beside ${name}`)
    else
      try {
        environment[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        faults.push(`${name}_FILE: cannot be read (${(error as { code?: string }).code})`)
      }
  }
  return { environment, faults }
}
