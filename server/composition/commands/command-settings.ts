// The settings of a command that works beside a running system.
import { resolve } from 'node:path'
import { readSettings, type Settings } from '../../config/settings.ts'
import { runningPorts } from '../../platform/process/data-directory-lock.ts'

/**
 * Reads the settings of a command: those of the environment, but of a running system the ports it listens on, which may have been
 * set for its start only. A port set in the command's own environment wins; 0 means any.
 * @throws InvalidSettings
 */
export function commandSettings(): Settings {
  const settings = readSettings(process.env)
  const running = runningPorts(resolve(settings.LIKUTA_DATA_DIR))
  const portOf = (name: 'PORT' | 'SANDBOX_PORT') =>
    isSet(name) && settings[name] !== 0 ? settings[name] : (running[name] ?? settings[name])
  return { ...settings, PORT: portOf('PORT'), SANDBOX_PORT: portOf('SANDBOX_PORT') }
}

const isSet = (name: string) => Boolean(process.env[name] || process.env[`${name}_FILE`])
