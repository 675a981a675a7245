// Password hashing with argon2id, in PHC form, each hash with its own salt and cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../kernel/problem.ts'
import { openSemaphore, type Semaphore } from '../platform/http/load-shedding.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { networkOf } from '../platform/http/rate-limit.ts'

/** The cost of a hash; memory is in KiB. */
type PasswordCost = { memory: number; passes: number; parallelism: number }

const usualCost: PasswordCost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagBytes = 32
const saltBytes = 16

const argon2id = promisify(argon2).bind(undefined, 'argon2id') as (
  options: PasswordCost & { message: Buffer; nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Normalizes first: the same accented letter is one code point on some keyboards and two on others. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'))

function phc({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

/** Hashes a password and returns it in PHC form, which includes salt and cost. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await argon2id({ message: bytesOf(password), nonce: salt, tagLength: tagBytes, ...cost })
  return phc(cost, salt, tag)
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Returns whether the password matches, and whether its hash was made at another cost than `cost`. */
export async function verifyPassword(
  hash: string,
  password: string,
  cost = usualCost,
): Promise<{ matches: boolean; outdated: boolean }> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(hash) ?? []
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(tag, 'base64')
  const found = await argon2id({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    ...used,
  })
  const outdated = placeholderOf(used) !== placeholderOf(cost)
  return { matches: timingSafeEqual(expected, found), outdated }
}

function placeholderOf(cost: PasswordCost): string {
  return phc(cost, Buffer.alloc(saltBytes), Buffer.alloc(tagBytes))
}

/** Verified when the account does not exist, so that the response takes as long as for one that does. No password matches it. */
export const placeholderHash = placeholderOf(usualCost)

/**
 * Who waits for a hash. `staff`: an admin, whose network was checked. `known`: a user who has not failed before, in a browser that
 * their account knows. `session`: a signed-in user, or the holder of a one-time link. `other`: anybody else, so that a flood of guesses
 * and sign-ups keeps none of them waiting.
 */
type HashQueue = 'staff' | 'known' | 'session' | 'other'

/** A place in a queue, and whose it is where those in it could crowd others out. */
export type HashTurn =
  | 'staff'
  | { queue: 'other'; address: string }
  | { queue: 'known' | 'session'; merchantId: bigint; address: string }

export type Passwords = {
  hash(password: string, turn: HashTurn): Promise<string>
  verify(hash: string, password: string, turn: HashTurn): Promise<{ matches: boolean; outdated: boolean }>
}

/** How many hashes one merchant and one address may have in a queue at a time, so that no team fills it with its own right passwords. */
const maxOfMerchant = 3
const maxOfAddress = 16

/**
 * Limits how many passwords are hashed at a time: one of `staff`, one of `other`, and one of `known` or `session`. Each takes 46 MiB and
 * about 70 ms of a core; three at a time leave one of libuv's four threads for files and DNS. @param cost of new hashes.
 */
export function openPasswords(cost = usualCost, limits = { atOnce: 1, maxWaiting: 32 }): Passwords {
  const [other, known, sessions] = [openSemaphore(limits), openSemaphore(limits), openSemaphore(limits)]
  const staff = openSemaphore(limits)
  // Of the queue of signed-in users, one at a time waits among the sign-ins.
  // guard: hash-queues
  const queues: Record<HashQueue, Semaphore> = {
    other,
    known,
    staff,
    session: (work) => sessions(() => known(work)),
  }
  const withShare = openShares()
  const inTurn = <Result>(turn: HashTurn, work: () => Promise<Result>) =>
    withShare(turn, () => queues[typeof turn === 'string' ? turn : turn.queue](work))
  return {
    hash: (password, turn) => inTurn(turn, () => hashPassword(password, cost)),
    verify: (hash, password, turn) => inTurn(turn, () => verifyPassword(hash, password, cost)),
  }
}

/** @returns a function that does work within the shares of its merchant and address, and throws Problem 503 at once beyond them. */
function openShares() {
  const counts = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return async <Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result> => {
    const shares = sharesOf(turn)
    // guard: hash-shares
    if (shares.some(([key, max]) => (counts.get(key) ?? 0) >= max))
      throw new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
    for (const [key] of shares) add(key, 1)
    try {
      return await work()
    } finally {
      for (const [key] of shares) add(key, -1)
    }
  }
}

function sharesOf(turn: HashTurn): [key: string, max: number][] {
  if (typeof turn === 'string') return []
  const ofAddress: [string, number] = [`${turn.queue} address ${networkOf(turn.address)}`, maxOfAddress]
  if (turn.queue === 'other') return [ofAddress]
  return [ofAddress, [`${turn.queue} merchant ${turn.merchantId}`, maxOfMerchant]]
}
