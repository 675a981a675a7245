// How `pg` turns values into what it sends; @types/pg leaves it out.
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
