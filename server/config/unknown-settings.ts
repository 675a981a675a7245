// Finds environment variables that look like misspelt settings: a misspelt PORT would leave the service on the default port.
import { settingNames } from './variables.ts'

export type UnknownSetting = { name: string; nearest: string | undefined }

/** Read by programs that call the service, such as the examples, but not by the service. */
const callerVariables = ['LIKUTA_API_KEY', 'LIKUTA_API_SECRET', 'LIKUTA_CALLBACK_SECRET']

/** Variables that Kubernetes adds to each container about other services, whose names may start with our prefix. */
const kubernetesVariable = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)(_\w+)?$/

/** Returns variables with our prefix, and those that differ from a setting by a letter or two, sorted by name. */
export function unknownSettings(environment: Record<string, string | undefined>): UnknownSetting[] {
  const known = new Set([...settingNames, ...settingNames.map((name) => `${name}_FILE`), ...callerVariables])
  return Object.entries(environment)
    .filter(
      ([name, value]) => value && !known.has(name) && !kubernetesVariable.test(name) && !/^tcp:/.test(value),
    )
    .map(([name]) => ({ name, nearest: nearestSetting(name) }))
    .filter(({ name, nearest }) => nearest !== undefined || name.startsWith('LIKUTA_'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the warning for the person who set the variable. */
export function unknownSettingText({ name, nearest }: UnknownSetting): string {
  return `${name}: is not a setting${nearest === undefined ? ' (docs/settings.md lists them)' : `, did you mean ${nearest}?`}`
}

/** Allows short names less difference, because they resemble many others: HOME is not a misspelt HOST. */
const maxLetters = (name: string) => (name.length < 8 ? 1 : 2)

function nearestSetting(name: string): string | undefined {
  const spelling = name.replace(/_FILE$/, '')
  const near = settingNames
    .map((setting) => ({ setting, letters: lettersBetween(spelling, setting) }))
    .filter(({ setting, letters }) => letters <= maxLetters(setting))
    .sort((a, b) => a.letters - b.letters)
  return near[0]?.setting
}

/** Counts the letters that are missing, added, replaced or swapped with the next one. */
function lettersBetween(a: string, b: string): number {
  let [before, previous]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(row[j - 1]! + 1, previous![j]! + 1, previous![j - 1]! + (isSame ? 0 : 1))
      if (isSwapped) row[j] = Math.min(row[j]!, before![j - 2]! + 1)
    }
    ;[before, previous] = [previous, row]
  }
  return previous!.at(-1)!
}
