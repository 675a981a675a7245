// The type of a suite of `npm run rig -- bench`: it measures one thing and returns it as a section of the report.

export type Options = {
  /** How long each measurement takes, and how often it is repeated, alternating with its controls. */
  seconds: number
  rounds: number
  /** Rows in the tables, for suites that measure the cost of table size. */
  rows: number
  /** Another checkout, whose server is a control. */
  against?: string
  /** Where other products are installed. */
  peers: { killBill: string; formance: string }
  /** The parts of the suite to measure, by prefixes of their names; all when empty. */
  only: readonly string[]
  /** Prints progress. */
  print(line: string): void
}

export type Section = {
  /** The name by which reports are merged; that of the suite when absent. */
  suite?: string
  title: string
  /** What was done and what the columns mean, in a few sentences for readers of the table. */
  about: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** The rows that docs/performance.md shows; all where absent, and the section is left out where empty. */
  pageRows?: readonly (readonly string[])[]
  levels: readonly Level[]
  /** Requests that failed: a run with any exits with 1. */
  failed?: number
  /** The figures behind the rows, for programs. */
  figures: unknown
}

/** A performance level of the project, and what this run reached. Ratios come from one run, paired by round. */
export type Level = {
  name: string
  /** The text of the level: `at least 0.85 of no database`. */
  wanted: string
  reached: string
  met: boolean
  /** The same for the picture. */
  numbers?: { sense: 'at least' | 'at most'; wanted: number; median: number; least: number; most: number }
}

export type Suite = {
  name: string
  /** The parts of it that can be measured alone, if any. */
  parts?: readonly string[]
  /** @returns one section, or several of which each has another name. */
  measure(options: Options): Promise<Section | readonly Section[]>
}
