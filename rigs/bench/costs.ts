// What is measured of one workload on one server in one round. Costs are per request, or per flow of requests.
import type { Subject } from './harness/servers.ts'

export const costs = [
  'perSecond',
  'p50',
  'p99',
  'cpuMicroseconds',
  'postgresMicroseconds',
  'loadMicroseconds',
  'statements',
  'commits',
  'walBytes',
  'fsyncs',
] as const
export type Cost = (typeof costs)[number]

export type Measurement = Record<Cost, number> & {
  row: string
  subject: Subject
  round: number
  failed: number
}

/**
 * A cost; `ownMicroseconds`: the server's processor time less that of the control `gateway alone` in the same round, which is
 * the part of a charge that is neither HTTP nor the gateway's calls; or `productMicroseconds`: the processor time of server
 * and PostgreSQL together, for workloads whose load needs so much of the machine that their rate says little.
 */
export type Measure = Cost | 'ownMicroseconds' | 'productMicroseconds'

type Of = { row: string; subject: Subject }

const pick = (measurements: readonly Measurement[], { row, subject }: Of) =>
  measurements.filter((each) => each.row === row && each.subject === subject)

export const wasMeasured = (measurements: readonly Measurement[], of: Of): boolean =>
  pick(measurements, of).length > 0

/** One value per round; not a number where a request failed, because a refusal costs less than the work it refuses. */
export function valuesOf(
  measurements: readonly Measurement[],
  of: Of,
  measure: Measure,
): { round: number; value: number }[] {
  return pick(measurements, of).map((each) => {
    if (each.failed > 0) return { round: each.round, value: Number.NaN }
    if (measure === 'productMicroseconds')
      return { round: each.round, value: each.cpuMicroseconds + each.postgresMicroseconds }
    if (measure !== 'ownMicroseconds') return { round: each.round, value: each[measure] }
    const controls = pick(measurements, { row: of.row, subject: 'gateway alone' })
    const control = controls.find(({ round }) => round === each.round)
    return { round: each.round, value: each.cpuMicroseconds - (control?.cpuMicroseconds ?? Number.NaN) }
  })
}

/** Paired by round, so that a temporary slowdown of the machine affects both sides. */
export function ratiosOf(
  measurements: readonly Measurement[],
  measure: Measure,
  [one, other]: readonly [Of, Of],
): number[] {
  const others = valuesOf(measurements, other, measure)
  return valuesOf(measurements, one, measure).map(
    ({ round, value }) => value / (others.find((each) => each.round === round)?.value ?? Number.NaN),
  )
}
