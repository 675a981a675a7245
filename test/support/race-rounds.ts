// How often tests run a race. `RACE_ROUNDS=50 npx vitest run <file>` runs each race of a file fifty times.

/** @param byDefault rounds of an ordinary test run */
export function raceRounds(byDefault: number): number {
  return Number(process.env.RACE_ROUNDS ?? byDefault)
}
