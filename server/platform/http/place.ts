// Where the rows of a request lie: in the cell of a merchant, or in control, whose number is 0. A route of a merchant's caller goes to the
// cell of that merchant, one with a merchant code in its path to the cell of that one. Every other route that reads or writes a cell says
// how its cell is found; without a word it goes to control.
import type { FastifyRequest } from 'fastify'
import { cellOfIdentity, cellOfPayment, cellOfTransfer, cellOfUuid } from '../../kernel/cell.ts'
import { type Cells, UnopenedCell } from '../database/cells.ts'
import type { Database } from '../database/database.ts'
import type { Presence } from '../database/presence.ts'
import { type Access, sendsSecret } from './access.ts'

/** Finds the cells of merchants. What is unknown is in none, and every cell says so. */
export type Directory = Readonly<{
  cells: Cells
  cellOfKey(apiKey: string): Promise<number | undefined>
  cellOfMerchant(merchantCode: string): Promise<number | undefined>
}>

/** Finds the cell of a request; undefined if nothing is known by what it names. */
export type PlaceOf = (
  request: FastifyRequest,
  directory: Directory & { presence?: Presence | undefined },
) => number | undefined | Promise<number | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** The cell of the merchant whose user is signed in; set by the guard of users. */
    cell?: number
    /** The place of the request, once it was asked for. */
    placed?: Promise<number>
  }
}

const paramOf = (request: FastifyRequest, name: string): string =>
  (request.params as Readonly<Record<string, string | undefined>>)[name] ?? ''

/** The cell that an id in the path tells. @param cellIn reads it; undefined for what is no such id. */
export const byParam =
  (name: string, cellIn: (id: string) => number | undefined): PlaceOf =>
  (request) =>
    cellIn(paramOf(request, name))

/** The cell of the row whose UUID is the `id` in the path. */
export const placeOfUuid = byParam('id', cellOfUuid)
/** The cell of the row whose number is the `id` in the path. */
export const placeOfNumber = byParam('id', (id) =>
  /^\d{1,18}$/.test(id) ? cellOfIdentity(BigInt(id)) : undefined,
)

/** Of an id in the path as all tables have it: one that reads `id` says what it is by `byParam`. */
const idsOfPaths: Readonly<Record<string, (id: string) => number | undefined>> = {
  transaction_uuid: cellOfPayment,
  transaction_id: cellOfTransfer,
  dispute_id: cellOfUuid,
}

/**
 * The cell where a value of the path is known, for values that somebody else made. A cell that does not respond disturbs only what no
 * other knows. @param isKnown asks one cell.
 */
export const bySearch =
  (name: string, isKnown: (db: Database, value: string) => Promise<boolean>): PlaceOf =>
  async (request, { cells, presence }) => {
    const value = paramOf(request, name)
    const found = await Promise.allSettled(
      cells.all.map((db) => whilePresent(presence, db.cell, () => isKnown(db, value))),
    )
    const index = found.findIndex((cell) => cell.status === 'fulfilled' && cell.value)
    if (index >= 0) return index + 1
    // guard: unknown-in-every-cell
    for (const cell of found) if (cell.status === 'rejected') throw cell.reason
    return undefined
  }

/** Control also serves whether the process lives, and whether its database can be reached, so it does not count as absent. */
const whilePresent = <Result>(
  presence: Presence | undefined,
  place: number,
  work: () => Promise<Result>,
): Promise<Result> => (presence && place > 0 ? presence.within(place, work) : work())

/** What each place is served with, and how the place of a request is found. */
export type Places<Services> = Readonly<{
  /** Those of control, then those of each cell; a deployment with one cell has only one, for both. */
  at: readonly [Services, ...Services[]]
  directory: Directory
  /** Absent with one cell: if that does not respond, nobody is served. */
  presence?: Presence | undefined
}>

/** The item of a cell, or of control for 0; that of the first cell where no cell has the number. */
export function placeAmong<Item>(at: readonly Item[], cell = anyCell): Item {
  const [only, ...cells] = at
  const found = cells.length === 0 ? only : (at[cell] ?? cells[0])
  if (found === undefined) throw new Error('a deployment has at least one place')
  return found
}

/** An unknown merchant or id is in none of the cells, and each says so. */
const anyCell = 1

/** A deployment with one cell, where every request is served with the same. */
export function onePlace<Services>(services: Services): Places<Services> {
  const first = async () => 1
  return {
    at: [services],
    directory: { cells: { all: [] } as unknown as Cells, cellOfKey: first, cellOfMerchant: first },
  }
}

type Placed = Readonly<{ access: Access; path: string; place?: PlaceOf | undefined }>

/** Whether the place of a route is known by its caller, its path or what it says. What only a parameter identifies is of control otherwise. */
export function isPlaced({ access, path, place }: Placed): boolean {
  const isOfMerchant = access.by === 'bearer' || access.by === 'signature' || access.by === 'basic'
  const known = [...Object.keys(idsOfPaths), 'merchant_code']
  return (
    place !== undefined ||
    isOfMerchant ||
    !path.includes(':') ||
    known.some((name) => path.includes(`:${name}`))
  )
}

/** Returns a function that does the work of a request with the services of its place. */
export function openPlaces<Services>({ at, directory, presence }: Places<Services>) {
  return async <Result>(
    request: FastifyRequest,
    route: Placed,
    work: (services: Services) => Promise<Result>,
  ): Promise<Result> => {
    if (at.length === 1) {
      // Authentication has read the cell of a merchant that signs its requests, or sends its secret.
      if (!['signature', 'basic'].includes(route.access.by))
        refuseUnopened(await cellOfMerchant(request, route, directory), 1)
      return work(at[0])
    }
    request.placed ??= placeOf(request, route, {
      directory: { ...directory, presence },
      cells: at.length - 1,
    })
    return atPlace({ at, presence }, await request.placed, work)
  }
}

/** Does work with the services of a place. Work for a cell is refused once that does not respond. */
export function atPlace<Services, Result>(
  { at, presence }: Omit<Places<Services>, 'directory'>,
  number: number,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const place = number < at.length ? number : anyCell
  return whilePresent(presence, place, () => work(placeAmong(at, place)))
}

async function placeOf(
  request: FastifyRequest,
  route: Placed,
  { directory, cells }: { directory: Parameters<PlaceOf>[1]; cells: number },
): Promise<number> {
  const { access, path, place } = route
  if (place) return (await place(request, directory)) ?? anyCell
  const known = await cellOfMerchant(request, route, directory)
  refuseUnopened(known, cells)
  if (known !== undefined) return known
  if (['bearer', 'signature', 'basic'].includes(access.by) || path.includes(':merchant_code')) return anyCell
  const [id] = Object.keys(idsOfPaths).filter((name) => path.includes(`:${name}`))
  return id === undefined ? 0 : (idsOfPaths[id]?.(paramOf(request, id)) ?? anyCell)
}

/** The cell of the merchant that calls, or that the path names; undefined if there is none, or none of that name. */
async function cellOfMerchant(
  request: FastifyRequest,
  { access, path, place }: Placed,
  directory: Directory,
): Promise<number | undefined> {
  if (place) return undefined
  if (access.by === 'bearer') return request.cell
  if (sendsSecret(access, request)) return directory.cellOfMerchant(codeOf(request))
  if (access.by === 'signature') return directory.cellOfKey(String(request.headers['x-api-key']))
  if (access.by === 'basic') return directory.cellOfMerchant(codeOf(request))
  if (path.includes(':merchant_code')) return directory.cellOfMerchant(paramOf(request, 'merchant_code'))
  return undefined
}

/**
 * Every cell sees all merchants, so any of them would serve one of a cell that was added after this process started.
 * @throws UnopenedCell
 */
export function refuseUnopened(cell: number | undefined, cells: number): void {
  // guard: merchant-of-unopened-cell
  if (cell !== undefined && cell > cells) throw new UnopenedCell(cell)
}

/** The merchant code of basic authentication, before its secret is checked. */
function codeOf({ headers }: FastifyRequest): string {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ').filter((part) => part !== '')
  if (scheme?.toLowerCase() !== 'basic') return ''
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[0] ?? ''
}
