// What `npm run bench` is made of: suites, each of which measures one thing and tells it as a section of the report.

export type Options = {
  /** How long each measurement takes, and how often it is repeated, its controls between. */
  seconds: number
  rounds: number
  /** Rows in the tables where a suite asks what their number costs. */
  rows: number
  /** Parts of the suite to measure, by the beginnings of their names; all when empty. */
  only: readonly string[]
  /** Where progress is told. */
  print(line: string): void
}

export type Section = {
  title: string
  /** What was done and what the columns mean, in a few sentences for who reads the table. */
  about: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  levels: readonly Level[]
  /** Requests that failed: a run with any ends with exit code 1. */
  failed?: number
  /** What the rows were made from, for machines. */
  figures: unknown
}

/** A level the project holds itself to, and what this run reached. Ratios come from one run, round by round. */
export type Level = {
  name: string
  /** How it reads: `at least 0.85 of no database`. */
  wanted: string
  reached: string
  met: boolean
  /** The same for the picture. */
  numbers?: { sense: 'at least' | 'at most'; wanted: number; median: number; least: number; most: number }
}

export type Suite = {
  name: string
  /** What can be measured of it alone, when it can. */
  parts?: readonly string[]
  measure(options: Options): Promise<Section>
}
