// Formats rows as a text table for a terminal.

export type Rows = { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] }

/** Longest value, in characters, in a table of several columns: encrypted columns and stored responses would fill the screen. */
const longestValue = 60

/** Formats a line with the column names, a line for each row, and the number of rows. */
export function tableOf({ columns, rows }: Rows): string {
  const cells = rows.map((row) =>
    row.map((value) => shown(value, columns.length > 1 ? longestValue : Infinity)),
  )
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)))
  const line = (values: readonly string[], between: string) =>
    values
      .map((value, i) => value.padEnd(widths[i]!))
      .join(between)
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  return [
    line(columns, ' | '),
    rule,
    ...cells.map((row) => line(row, ' | ')),
    `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`,
  ].join('\n')
}

function shown(value: string | null, longest: number): string {
  if (value === null) return 'null'
  const oneLine = value.replace(/\s+/g, ' ')
  return oneLine.length > longest ? `${oneLine.slice(0, longest - 1)}…` : oneLine
}
