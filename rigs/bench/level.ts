// A performance level as the report shows it. It is met when the median meets it, as shown.
import { type Figure, number, spread } from './figures.ts'
import type { Level } from './suite.ts'

export type Bound = { atLeast: number } | { atMost: number }

/** @param how.unit for example `ms`. @param how.of the denominator of a ratio: `no database`. */
export function level(
  name: string,
  reached: Figure,
  how: Bound & { unit?: string; of?: string; digits?: number },
): Level {
  const [sense, wanted] =
    'atLeast' in how ? (['at least', how.atLeast] as const) : (['at most', how.atMost] as const)
  const unit = how.unit ? ` ${how.unit}` : ''
  const requested = `${sense} ${wanted.toLocaleString('en')}${unit}${how.of ? ` of ${how.of}` : ''}`
  // Without a result on one side there is no ratio.
  if (!Number.isFinite(reached.median)) return { name, wanted: requested, reached: 'nothing', met: false }
  const digits = how.digits ?? 2
  const shown = Number(reached.median.toFixed(digits))
  return {
    name,
    wanted: requested,
    reached: `${spread(reached, digits)}${unit}`,
    met: sense === 'at least' ? shown >= wanted : shown <= wanted,
    numbers: { sense, wanted, ...reached },
  }
}

/** A level of equality: the found value must equal the wanted one. */
export function equality(name: string, found: number, wanted: number): Level {
  return { name, wanted: number(wanted, 0), reached: number(found, 0), met: found === wanted }
}
