// Password hashing with argon2id, in PHC form, each hash with its own salt and cost.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { openSemaphore } from '../../platform/http/semaphore.ts'

/** The cost of a hash; memory is in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

const usualCost: PasswordCost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagBytes = 32
const saltBytes = 16

const argon2id = promisify(argon2).bind(undefined, 'argon2id') as (
  options: PasswordCost & { message: Buffer; nonce: Buffer; tagLength: number },
) => Promise<Buffer>

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

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
 * their account knows, or the holder of a one-time link. `other`: anybody else, so that a flood of guesses and sign-ups keeps neither of them waiting.
 */
export type HashLane = 'staff' | 'known' | 'other'

export type Passwords = {
  hash(password: string, lane: HashLane): Promise<string>
  verify(hash: string, password: string, lane: HashLane): Promise<{ matches: boolean; outdated: boolean }>
}

/**
 * Limits how many passwords are hashed at a time, one in each lane. Each takes 46 MiB and about 70 ms of a core; three at a time leave
 * one of libuv's four threads for files and DNS. @param cost of new hashes.
 */
export function openPasswords(cost = usualCost, limits = { atOnce: 1, maxWaiting: 32 }): Passwords {
  const other = openSemaphore(limits)
  // guard: hash-lanes
  const lanes = { other, staff: openSemaphore(limits), known: openSemaphore(limits) }
  return {
    hash: (password, lane) => lanes[lane](() => hashPassword(password, cost)),
    verify: (hash, password, lane) => lanes[lane](() => verifyPassword(hash, password, cost)),
  }
}
