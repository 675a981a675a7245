// Where the tables lie. A cell is a schema with everything that belongs to its merchants, and has the same tables as every other cell.
// `control` has what is global: people who sign in, approvals, limits of persons, cases, bank files. `shared` has the merchants and the
// rules that statements of every cell read beside their own tables.

/** A schema, the folders of db/ that make its tables, and where statements on it look for tables. */
export type Schema = Readonly<{ name: string; folders: readonly string[]; path: readonly string[] }>

export const shared: Schema = { name: 'shared', folders: ['shared'], path: ['shared'] }
export const control: Schema = {
  name: 'control',
  folders: ['every', 'control'],
  path: ['control', 'shared'],
}

/** @param number from 1. */
export function cell(number: number): Schema {
  const name = `cell_${number}`
  return { name, folders: ['every', 'cell'], path: [name, 'control', 'shared'] }
}

/** All schemas of a deployment, in the order in which they are created. */
export function schemasOf(cells: number): Schema[] {
  return [shared, control, ...Array.from({ length: cells }, (_, index) => cell(index + 1))]
}
